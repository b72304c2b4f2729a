/*
 * Any bytes where an answer should lie, and any text as an answer that is rightly sealed and signed: what opens is an
 * object with its signer's key; what does not has a reason.
 * sources: grader/intake/slip.c grader/intake/sealed.c grader/intake/bundle.c runner/base/util.c runner/base/memory.c
 * sources: runner/base/err.c runner/base/utf8.c -ljansson -lsodium
 */
#include "fuzz.h"

#include "grader/intake/slip.h"

#include <sodium.h>
#include <string.h>

static void try(const char *bytes, size_t n, const struct bundle_key *key)
{
    struct err e = {""};
    json_t *about = slip_open(bytes, n, key, &e);
    MUST(about ? json_is_string(json_object_get(about, "key")) : *e.text != 0);
    json_decref(about);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char seed[crypto_sign_SEEDBYTES];
    struct bundle_key key;
    struct err e = {""};
    char base[64];
    struct text slip = {.cap = SLIP_BYTES};
    if (sodium_init() < 0 || crypto_sign_seed_keypair(key.public, key.secret, seed))
        return 0;
    try((const char *)data, size, &key);
    char *with = util_path("ridge.slip/1\n%.*s", (int)size, (const char *)data);
    try(with, strlen(with), &key);
    json_t *about = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    sodium_bin2base64(base, sizeof base, key.public, 32, sodium_base64_VARIANT_ORIGINAL);
    if (json_is_object(about) && !slip_seal(about, base, &key, &slip, &e)) {
        json_t *back = slip_open(text_str(&slip), slip.len, &key, &e);
        MUST(json_is_object(back));
        json_object_set_new(about, "key", json_string(base));
        MUST(json_equal(about, back));
        json_decref(back);
    }
    text_finish(&slip);
    json_decref(about);
    free(with);
    return 0;
}
