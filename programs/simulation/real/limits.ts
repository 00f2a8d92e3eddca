// How soon a shop has to sell again after a strike, and how soon its books have to be those of the provider.
export const BACK_MS_MAX = 10_000;
export const BOOKS_EQUAL_MS_MAX = 60_000;
