-- Adds a review to the sums of its product (p_by 1) or takes it out of them (-1).
create or replace function count_review(p_review reviews, p_by integer) returns void language plpgsql as $$
begin
  if p_by > 0 then
    insert into review_sums (product_id) values (p_review.product_id) on conflict do nothing;
  end if;
  update review_sums set
    stars_1 = stars_1 + p_by * (p_review.stars = 1)::integer,
    stars_2 = stars_2 + p_by * (p_review.stars = 2)::integer,
    stars_3 = stars_3 + p_by * (p_review.stars = 3)::integer,
    stars_4 = stars_4 + p_by * (p_review.stars = 4)::integer,
    stars_5 = stars_5 + p_by * (p_review.stars = 5)::integer,
    fit_small = fit_small + p_by * coalesce((p_review.fit = 'small')::integer, 0),
    fit_true = fit_true + p_by * coalesce((p_review.fit = 'true')::integer, 0),
    fit_large = fit_large + p_by * coalesce((p_review.fit = 'large')::integer, 0)
    where product_id = p_review.product_id;
end $$;
