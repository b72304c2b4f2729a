/*
 * sealed.h: what a signed archive of Ridge's is made of, whatever is in it: hashes, Ed25519 over a text after the words
 * that say what it is, a tar whose bytes depend on its files alone, and what ridge-intake says of one.
 */
#ifndef RIDGE_GRADER_SEALED_H
#define RIDGE_GRADER_SEALED_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/base/util.h"

enum { SEALED_HEX = 65, SEALED_BASE64 = 96, SEALED_MANIFEST = 1 << 20 }; /* the last: bytes of the longest manifest */

void sealed_hash(const char *s, size_t n, char hex[SEALED_HEX]); /* BLAKE2b-256 */

/* A public key from base64; -1 when it is none. */
int sealed_key(const char *public, unsigned char ret[32]);

/* The signature of `domain` and `text`, in base64. A key signs nothing without its domain. */
void sealed_sign(const char *domain, const char *text, const unsigned char secret[64], char base[SEALED_BASE64]);
bool sealed_fits(const char *domain, const char *text, const char *sig, const char *public);

/* One file as ustar has it, and the end of the archive. `made`: ms. -1 with a sentence. */
int sealed_add(struct text *tar, const char *name, const char *s, size_t n, int64_t made, struct err *e);
void sealed_end(struct text *tar);

/* A signed archive taken apart; whether its signature fits is not looked at yet. */
struct sealed {
    json_t *manifest;       /* NULL where manifest.json is no JSON, or too long */
    const char *text, *sig; /* of the manifest, as they lie in the archive */
    json_t *files;          /* {path: text} of the other files */
    json_t *all;            /* what text and sig live in */
};

/* What intake_fetch() says as `ret`, for sealed_close(). -1 with why when an entry was refused, is no text or is there
 * twice, or when there is no manifest with a signature. `kind`: "hand-in". */
int sealed_open(const json_t *entries, const char *kind, struct sealed *ret, struct err *e);
void sealed_close(struct sealed *s);

#endif
