/*
 * slip.h: what goes back to a student of one hand-in: a document that the instructor's key signs and the student's key
 * alone opens.
 *
 * A slip lies where others may read it. It is the line "ridge.slip/1" and base64 of a sealed box (X25519 of the key
 * that signed the hand-in); in the box are the document's text, the instructor's public key and the signature of the
 * text. What is in the document is the caller's: slip_open() says whose word the document is, and nothing of what it
 * means.
 */
#ifndef RIDGE_GRADER_SLIP_H
#define RIDGE_GRADER_SLIP_H

#include <jansson.h>

#include "bundle.h"

#define SLIP_END ".slip"

enum { SLIP_BYTES = 1 << 20 }; /* of a whole slip */

/* The slip's name beside the hand-in `bundle`, which ends in BUNDLE_END; NULL: it does not. free() it. */
char *slip_name(const char *bundle);

/* Seals `about` (an object) for the public key `to`, in base64, as a hand-in names it. -1 with a sentence. */
int slip_seal(const json_t *about, const char *to, const struct bundle_key *from, struct text *ret, struct err *e);

/* Opens what anybody may have put there: the document, with the signer's public key as "key"; yours. NULL with a
 * sentence: no slip, sealed for another key, or not what was signed. */
json_t *slip_open(const char *bytes, size_t n, const struct bundle_key *key, struct err *e);

#endif
