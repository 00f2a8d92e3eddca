/**
 * The store's time zone until the owner sets another one (Phoenix, the place of its return address); the same as in
 * db/functions/settings/shop-time-zone.sql.
 */
export const DEFAULT_TIME_ZONE = "America/Phoenix";
