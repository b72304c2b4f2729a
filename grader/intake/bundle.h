/*
 * bundle.h: a hand-in: a tar of manifest.json, manifest.sig and files/NAME, signed with the student's Ed25519 key.
 *
 * The manifest names every file with its hash, the machine, and the lab's attempts in a chain of hashes; the signature
 * covers the manifest's bytes, and through the hashes all files. The same work makes the same bytes. A bundle is a
 * claim of whoever holds the key: the signature proves that the bundle is whole and from that key, never that the
 * attempts happened. The grade always comes from a new run.
 *
 * Hashes are BLAKE2b-256 in hex. The hash of an attempt is over the hex hash of the one before (64 zeros before the
 * first) and the attempt without its hash, as compact JSON with sorted keys.
 */
#ifndef RIDGE_GRADER_BUNDLE_H
#define RIDGE_GRADER_BUNDLE_H

#include <jansson.h>
#include <stdbool.h>

#include "runner/base/util.h"

#define BUNDLE_END ".ridge.tar"

enum { BUNDLE_ATTEMPTS = 2000, BUNDLE_STUDENT = 128, BUNDLE_FINGERPRINT = 40 };
enum { BUNDLE_REQUEST = 1000 };

struct bundle_key {
    unsigned char public[32], secret[64];
};

/* Reads the key in the file at `path`, or makes the file (mode 0600) when it is missing. -1 with a sentence, also when
 * other users may read the file, or when it is no regular file. */
int bundle_key(const char *path, struct bundle_key *ret, bool *ret_made, struct err *e);

void bundle_key_print(const struct bundle_key *key, char ret[BUNDLE_FINGERPRINT]); /* the key's fingerprint */
void bundle_key_finish(struct bundle_key *key);                                    /* wipes the key */

/* The fingerprint of a public key in base64, to be read out over a telephone: "3f2a 91c0 …"; "" for a text that is no
 * key. */
void bundle_fingerprint(const char *public, char ret[BUNDLE_FINGERPRINT]);

/* Is `said`, as a person types, the fingerprint `print`? Spaces, hyphens and colons don't count. */
bool bundle_print_is(const char *said, const char *print);

/* The latest attempts of `attempts` (db_attempts(), newest first), oldest first, each with its hash. A new array. */
json_t *bundle_chain(const json_t *attempts);

struct bundle_claim {
    const char *lab, *student;
    int rev;
    int64_t made;         /* ms; grows with each hand-in of new work */
    const json_t *files;  /* {name: text} */
    const json_t *chain;  /* bundle_chain() */
    const char *host, *cpu;
    const char *request;  /* why it should be graded again, at most BUNDLE_REQUEST bytes; NULL: it is no request */
};

/* Makes the whole tar, and a file name from lab, student and hash. -1 with a sentence. */
int bundle_pack(const struct bundle_claim *claim, const struct bundle_key *key, struct text *ret, char **ret_name,
                struct err *e);

/* The names that intake_fetch() has to look for, the lab's files and the bundle's own. A new array. */
json_t *bundle_wanted(const json_t *edit);

/*
 * Reads a bundle from the entries of intake_fetch(), which are hostile: a new
 * {"lab","rev","student","made","key","files":{name: text}, "attempts":[…],"machine":{…}}, perhaps with
 * "request": text, or NULL with the reason for refusing the bundle: a file is missing, changed, unknown or not one of
 * the lab's, or the signature or the chain does not fit.
 */
json_t *bundle_read(const json_t *entries, const json_t *edit, struct err *e);

#endif
