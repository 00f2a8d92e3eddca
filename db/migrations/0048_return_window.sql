-- A store may say how many days after delivery something can be sent back; one that has said nothing says 30. Where the
-- owner has written the rules in words of their own, no number is put beside them until the owner sets one.
update store_settings set shipping = shipping || '{"returnDays": null}'
where jsonb_typeof(shipping) = 'object' and legal_texts ?| array['shipping', 'terms'];
