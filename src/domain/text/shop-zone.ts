/**
 * The store's default time zone (Phoenix, the place of its return address), in which days are counted. The
 * database uses it for its reports as well, so it is not a setting. It has no daylight saving time.
 */
export const SHOP_TIME_ZONE = "America/Phoenix";
