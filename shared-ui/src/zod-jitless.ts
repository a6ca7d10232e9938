import * as z from "zod";

// The page's policy forbids code that is made from text. zod would try each time a page starts, and the browser
// reports the try. Imported before everything that holds a schema.
z.config({ jitless: true });
