/*
 * Any bytes as the manifest of a hand-in that is signed rightly: what is taken has the form that it must have and only
 * the lab's files; what is not has a reason.
 * sources: grader/intake/bundle.c grader/intake/sealed.c runner/base/util.c runner/base/memory.c runner/base/utf8.c
 * sources: runner/base/err.c -ljansson -lsodium
 */
#include "fuzz.h"

#include "grader/intake/bundle.h"

#include <sodium.h>
#include <string.h>

/* The manifest with our key in it, as text: nobody guesses a signature. */
static char *ours(const uint8_t *data, size_t size, const unsigned char *public)
{
    char base[64], *s;
    json_t *m = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    sodium_bin2base64(base, sizeof base, public, 32, sodium_base64_VARIANT_ORIGINAL);
    if (json_is_object(m))
        json_object_set_new(m, "key", json_string(base));
    s = json_is_object(m) ? json_dumps(m, JSON_COMPACT) : strndup((const char *)data, size);
    json_decref(m);
    return s;
}

static char *signature(const char *text, const unsigned char *secret)
{
    unsigned char sig[crypto_sign_BYTES];
    char *all = util_path("ridge.bundle/1\n%s", text), *base = malloc(96);
    MUST(base && !crypto_sign_detached(sig, NULL, (unsigned char *)all, strlen(all), secret));
    sodium_bin2base64(base, 96, sig, sizeof sig, sodium_base64_VARIANT_ORIGINAL);
    free(all);
    return base;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char seed[crypto_sign_SEEDBYTES];
    unsigned char public[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
    struct err e = {""};
    if (sodium_init() < 0 || crypto_sign_seed_keypair(public, secret, seed))
        return 0;
    char *text = ours(data, size, public), *sig = signature(text, secret);
    json_t *entries = json_pack("[{s:s s:s} {s:s s:s} {s:s s:s}]", "path", "manifest.json", "text", text, "path",
                                "manifest.sig", "text", sig, "path", "files/a.c", "text", "int a;\n");
    json_t *edit = json_pack("[s]", "a.c");
    json_t *b = entries ? bundle_read(entries, edit, &e) : NULL;
    if (b) {
        MUST(json_string_length(json_object_get(b, "student")) > 0 && json_is_array(json_object_get(b, "attempts")));
        MUST(json_object_size(json_object_get(b, "files")) == 1 && json_object_get(json_object_get(b, "files"), "a.c"));
    }
    MUST(b || !entries || *e.text);
    json_decref(b);
    json_decref(edit);
    json_decref(entries);
    free(sig);
    free(text);
    return 0;
}
