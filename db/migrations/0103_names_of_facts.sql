-- Facts of a product stand in its documents by names that no word begins anymore (db/functions/search-document.sql), or
-- "ca" would find every category.
update search_facts set facts = regexp_replace(facts::text, '(^| )''(main|color|category|gender|age|size):', '\1'':\2:', 'g')::tsvector
  where facts::text ~ '(^| )''(main|color|category|gender|age|size):';
update search_prose set whole = regexp_replace(whole::text, '(^| )''(main|color|category|gender|age|size):', '\1'':\2:', 'g')::tsvector
  where whole::text ~ '(^| )''(main|color|category|gender|age|size):';
