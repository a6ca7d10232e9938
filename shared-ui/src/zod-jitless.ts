import * as z from "zod";

// The content-security policy forbids code from strings. zod would try it in every page, and the browser would report
// a violation. Imported before every module with a schema.
z.config({ jitless: true });
