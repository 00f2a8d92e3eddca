-- The words of a document that a misspelled one may have been meant for: neither numbers nor the names of facts.
create or replace function words_of_document(p_document tsvector) returns setof text language sql immutable rows 20 as $$
  select word from unnest(tsvector_to_array(p_document)) word
  where char_length(word) between 3 and 40 and word ~ '[^0-9[:punct:]]' and position(':' in word) = 0;
$$;
