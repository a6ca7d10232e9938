import * as z from "zod";

// The content-security policy forbids code generation from strings. By default zod attempts it in every page, and the
// browser reports a violation. This module must be imported before every module with a schema.
z.config({ jitless: true });
