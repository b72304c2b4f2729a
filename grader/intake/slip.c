/* slip.c: sealing an answer for one student, and opening one with no trust in it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "slip.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "sealed.h"

enum { VARIANT = sodium_base64_VARIANT_ORIGINAL, SEAL = crypto_box_SEALBYTES };
static const char domain[] = "ridge.slip/1\n"; /* what else the instructor's key signs begins otherwise */

char *slip_name(const char *bundle)
{
    size_t n = strlen(bundle), end = strlen(BUNDLE_END);
    return n > end && !strcmp(bundle + n - end, BUNDLE_END) ? util_path("%.*s" SLIP_END, (int)(n - end), bundle) : NULL;
}

/* The box's content: the text, and whose word it is. */
static char *signed_text(const json_t *about, const struct bundle_key *from)
{
    char base[SEALED_BASE64], sig[SEALED_BASE64], *text = json_dumps(about, JSON_COMPACT | JSON_SORT_KEYS), *all;
    if (!text)
        return NULL;
    sodium_bin2base64(base, sizeof base, from->public, sizeof from->public, VARIANT);
    sealed_sign(domain, text, from->secret, sig);
    json_t *doc = json_pack("{s:s s:s s:s}", "text", text, "key", base, "sig", sig);
    all = doc ? json_dumps(doc, JSON_COMPACT) : NULL;
    json_decref(doc);
    free(text);
    return all;
}

static int seal(const char *inner, const unsigned char *to, struct text *ret, struct err *e)
{
    unsigned char box_key[crypto_box_PUBLICKEYBYTES];
    size_t n = strlen(inner), room = sodium_base64_encoded_len(n + SEAL, VARIANT);
    if (crypto_sign_ed25519_pk_to_curve25519(box_key, to))
        return err_set(e, "The student's key cannot be sealed for.");
    unsigned char *sealed = malloc(n + SEAL);
    char *base = malloc(room);
    int rc = !sealed || !base || room + sizeof domain > SLIP_BYTES ? err_set(e, "The answer is too long.") : 0;
    if (!rc && crypto_box_seal(sealed, (const unsigned char *)inner, n, box_key))
        rc = err_set(e, "The student's key cannot be sealed for.");
    if (!rc) {
        sodium_bin2base64(base, room, sealed, n + SEAL, VARIANT);
        text_addf(ret, "%s%s\n", domain, base);
    }
    free(base);
    free(sealed);
    return rc;
}

int slip_seal(const json_t *about, const char *to, const struct bundle_key *from, struct text *ret, struct err *e)
{
    unsigned char public[crypto_sign_PUBLICKEYBYTES];
    if (sodium_init() < 0)
        return err_set(e, "Libsodium does not start.");
    if (sealed_key(to, public))
        return err_set(e, "The student's key is no key.");
    char *inner = signed_text(about, from);
    int rc = inner ? seal(inner, public, ret, e) : err_set(e, "The answer is no text.");
    free(inner);
    return rc;
}

/* What the box held, ended by a zero; NULL: it is not for this key. */
static char *unsealed(const char *base, size_t n, const struct bundle_key *key)
{
    unsigned char public[crypto_box_PUBLICKEYBYTES], secret[crypto_box_SECRETKEYBYTES];
    unsigned char *sealed = malloc(n + 1);
    char *inner = calloc(1, n + 1);
    size_t got = 0;
    int ok = sealed && inner && !crypto_sign_ed25519_pk_to_curve25519(public, key->public) &&
             !crypto_sign_ed25519_sk_to_curve25519(secret, key->secret) &&
             !sodium_base642bin(sealed, n, base, n, "\n", &got, NULL, VARIANT) && got > SEAL &&
             !crypto_box_seal_open((unsigned char *)inner, sealed, got, public, secret);
    sodium_memzero(secret, sizeof secret);
    free(sealed);
    if (ok)
        return inner;
    free(inner);
    return NULL;
}

json_t *slip_open(const char *bytes, size_t n, const struct bundle_key *key, struct err *e)
{
    size_t head = sizeof domain - 1;
    if (sodium_init() < 0)
        return err_set(e, "Libsodium does not start."), NULL;
    if (n > SLIP_BYTES || n < head || memcmp(bytes, domain, head))
        return err_set(e, "What lies there is no answer of Ridge's."), NULL;
    char *inner = unsealed(bytes + head, n - head, key);
    json_t *doc = inner ? json_loads(inner, JSON_REJECT_DUPLICATES, NULL) : NULL, *about = NULL;
    const char *text = util_str(doc, "text", NULL), *from = util_str(doc, "key", "");
    if (!inner)
        err_set(e, "The answer is sealed for another key than yours.");
    else if (!text || !sealed_fits(domain, text, util_str(doc, "sig", ""), from))
        err_set(e, "The answer is not what its key signed.");
    else if (!json_is_object(about = json_loads(text, JSON_REJECT_DUPLICATES, NULL)))
        err_set(e, "The answer is not as Ridge writes it.");
    else
        json_object_set(about, "key", json_object_get(doc, "key"));
    json_decref(doc);
    free(inner);
    if (about && !json_is_object(about)) {
        json_decref(about);
        about = NULL;
    }
    return about;
}
