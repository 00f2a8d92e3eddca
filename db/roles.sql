-- Makes a database for the shop with two roles: shop_owner owns the tables and changes them at an upgrade, shop_app runs
-- the shop. Run it once, as a role that may make roles and databases (the administrator that a provider gives you will
-- do; no superuser is needed):
--
--   psql "$ADMIN_URL" --set=owner_password=… --set=app_password=… --file=db/roles.sql
--
-- Then start the shop with
--   DATABASE_URL=postgres://shop_app:…@host/shop
--   DATABASE_URL_OWNER=postgres://shop_owner:…@host/shop
-- The shop itself grants shop_app what it needs after each upgrade. To keep the owner's password out of the running
-- shop, leave DATABASE_URL_OWNER out there and run `npm run admin -- migrate` with it before each new version starts.
\set ON_ERROR_STOP 1
create role shop_owner login password :'owner_password';
create role shop_app login password :'app_password';
-- PostgreSQL 16 and later: whoever gives a database to a role has to be a member of it.
grant shop_owner to current_user;
create database shop owner shop_owner;
revoke connect, temporary on database shop from public;
grant connect on database shop to shop_app;
