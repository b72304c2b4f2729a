/*
 * bundle.h: a hand-in: a tar of manifest.json, manifest.sig and files/NAME, signed with the student's Ed25519 key.
 *
 * The manifest names every file with its hash, the machine, and the lab's attempts in a chain of hashes; the signature
 * covers the manifest's bytes, and so all of it. The same work makes the same bytes. What a bundle says is a claim of
 * whoever holds the key: that it is whole and from there is proven, that the attempts happened so is not. The grade is
 * always a re-execution.
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

enum { BUNDLE_ATTEMPTS = 2000, BUNDLE_MANIFEST = 1 << 20, BUNDLE_STUDENT = 128, BUNDLE_FINGERPRINT = 40 };

struct bundle_key {
    unsigned char public[32], secret[64];
};

/* The key in the file at `path`, made there (0600) when it is missing. -1 with a sentence, also where others may read
 * it or it is no file. */
int bundle_key(const char *path, struct bundle_key *ret, bool *ret_made, struct err *e);

void bundle_key_print(const struct bundle_key *key, char ret[BUNDLE_FINGERPRINT]); /* its fingerprint */
void bundle_key_finish(struct bundle_key *key);                                    /* forgets it */

/* Of a public key in base64, to be read out over a telephone: "3f2a 91c0 …"; "" when it is no key. */
void bundle_fingerprint(const char *public, char ret[BUNDLE_FINGERPRINT]);

/* Is `said`, as a person types it, that fingerprint? Spaces, hyphens and colons don't count. */
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
};

/* The whole tar; with a name for it of the lab, the student and its hash. -1 with a sentence. */
int bundle_pack(const struct bundle_claim *claim, const struct bundle_key *key, struct text *ret, char **ret_name,
                struct err *e);

/* What intake_fetch() is to look for. A new array: the lab's files and the bundle's own. */
json_t *bundle_wanted(const json_t *edit);

/*
 * Reads what intake_fetch() says of a bundle (hostile): a new {"lab","rev","student","made","key","files":{name: text},
 * "attempts":[…],"machine":{…}}, or NULL with why it is not taken: a file too many, too few, changed or none of the
 * lab's; a signature or a chain that does not fit.
 */
json_t *bundle_read(const json_t *entries, const json_t *edit, struct err *e);

#endif
