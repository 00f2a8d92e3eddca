// A catalog of any size, written directly into the tables of a migrated, empty database: names from a vocabulary that
// grows as a real one does (some thousand words, most of them rare), options, units, pictures, drafts, and sales. The
// same figures give the same rows. The ledger of goods is closed later, when it is known what was sold
// (fill-history.ts).
import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** A stable number from 0 to 2³¹ for one row and one purpose, as SQL. `n` and `purpose` are SQL, too. */
export const chance = (n: string, purpose: string) =>
  sql.raw(`(hashint8extended((${n})::bigint, hashtext('${purpose}')) & 2147483647)`);

/** Ids as the shop makes them (version 4), from a kind and a number. */
export const idOf = (kind: string, n: string) =>
  sql.raw(
    `overlay(overlay(md5('${kind} ' || ${n}) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid`,
  );

const words = (text: string) => sql`${text.split(" ")}::text[]`;

const moods = words(
  "Night Early Quiet Wide Long Slow Bright Salt Stone Ember Cedar Dune Links Fairway Harbor Meadow Ridge Prairie Canyon Coastal Morning Evening Winter Summer Autumn Spring Desert Island River Lake",
);
const materials = words(
  "Cotton Merino Linen Piqué Jersey Corduroy Twill Canvas Fleece Mesh Seersucker Bamboo Wool Nylon Oxford",
);
const colors = words(
  "Navy Clay Pine Bone Sand Olive Rust Charcoal White Black Sage Burgundy Teal Cream Moss Coral Gold Gray",
);
// A name's kind and the type that the owner gives it, the common ones several times.
const hats = words("Cap Cap Cap Visor Beanie Bucket Trucker Snapback Strapback Flatcap");
const shirts = words("Polo Polo Polo Polo Tee Tee Henley Quarter-Zip Pullover Hoodie Vest Jacket");
const types = sql`'{"Cap": "Rope cap", "Bucket": "Bucket hat", "Tee": "T-shirt"}'::jsonb`;
const genders = words("unisex unisex unisex men men men women women");
const ages = words("adult adult adult adult adult adult adult adult adult kids");
const syllables = words(
  "ba ren tor mil ka lo vis den ger no sal pi dro han mer tu fel ro quin sta bel cor wy ni",
);
const facts = words(
  "breathable quick-drying water-repellent hand-washed structured unstructured embroidered woven brushed stretchy lightweight packable adjustable striped washed",
);

/** How many pictures there are that products share, so that they are files and not a million. */
const PICTURES = 48;

export async function fillCatalog(
  db: Kysely<Schema>,
  { products, today }: { products: number; today: Date },
): Promise<void> {
  const pick = (list: ReturnType<typeof words>, purpose: string) =>
    sql`(${list})[1 + ${chance("n", purpose)} % cardinality(${list})]`;
  await sql`
    insert into products (id, name, price, sale_price, stock, category, description, image_url, image_alt, variations,
        type, color, design, gender, age_group, material, fit, care, status, created_at, updated_at)
      select ${idOf("product", "n")}, label || ' in ' || color, price,
        case when ${chance("n", "sale")} % 8 = 0 then price * 3 / 4 end, 0, category,
        'A ' || fact || ' ' || lower(label) || ' of ' || lower(material) || ' from ' || maker || ', ' || other
          || ' and made for the whole round. Color: ' || lower(color) || '. Item ' || n || '.',
        '/storage/growth/' || ${chance("n", "picture")} % ${sql.lit(PICTURES)} || '.webp', label || ' in ' || lower(color),
        case when category = 'Shirts' then array['S', 'M', 'L', 'XL', 'XXL']
          when ${chance("n", "options")} % 3 = 0 then array['S/M', 'L/XL'] end,
        coalesce(${types} ->> kind, kind), case when ${chance("n", "parts")} % 4 = 0 then color || '/' || part else color end,
        label, gender, age, material || ' blend', 'True to size.', 'Machine wash cold.',
        case when ${chance("n", "status")} % 100 < 3 then 'draft' when ${chance("n", "status")} % 100 < 5 then 'archived'
          else 'active' end,
        made, made
      from (
        select n, color, part, category, kind, gender, age, fact, other, material, maker, price, made,
          maker || ' ' || mood || ' ' || material || ' ' || kind as label
        from (
          select n, ${pick(colors, "color")} as color, ${pick(colors, "part")} as part,
            ${pick(genders, "gender")} as gender, ${pick(ages, "age")} as age, ${pick(materials, "material")} as material,
            ${pick(moods, "mood")} as mood, ${pick(facts, "fact")} as fact, ${pick(facts, "other")} as other,
            initcap(${pick(syllables, "one")} || ${pick(syllables, "two")} || ${pick(syllables, "three")}) as maker,
            case when ${chance("n", "category")} % 2 = 0 then 'Hats' else 'Shirts' end as category,
            case when ${chance("n", "category")} % 2 = 0 then ${pick(hats, "kind")} else ${pick(shirts, "kind")} end as kind,
            (1500 + ${chance("n", "price")} % 120 * 100)::integer as price,
            ${today}::timestamptz - (${products}::integer - n) * (interval '1000 days' / ${products}::integer) as made
          from generate_series(1, ${products}::integer) n) words) named`.execute(db);
  await sql`
    insert into inventory (product_id, variation, position, on_hand)
      select id, variation, position - 1,
        case when ${chance("hashtext(id::text || variation)", "sold out")} % 6 = 0 then 0
          else ${chance("hashtext(id::text || variation)", "on hand")} % 60 end
      from products, unnest(coalesce(variations, array[''])) with ordinality option (variation, position)`.execute(
    db,
  );
  await sql`
    update products p set stock = counted.quantity
      from (select product_id, sum(on_hand) as quantity from inventory group by product_id) counted
      where counted.product_id = p.id`.execute(db);
  await sql`
    insert into product_images (id, product_id, image_url, alt, display_order)
      select ${idOf("picture of", "id")}, id, '/storage/growth/' || ${chance("hashtext(id::text)", "second")}
        % ${sql.lit(PICTURES)} || '.webp', '', 1
      from products where ${chance("hashtext(id::text)", "has second")} % 2 = 0`.execute(db);
}
