// The picture library as the shop's own process may use it: of all its decoders only those of the four formats that an
// owner may upload. The others (SVG, PDF, …) are blocked for the whole process.
import sharp from "sharp";

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});

// No picture is drawn twice, so kept intermediate results would only fill the memory.
sharp.cache(false);

export { sharp };
