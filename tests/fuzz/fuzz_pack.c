/*
 * Any bytes as the manifest of a pack that is signed rightly, and as a path: what is taken has a name and versions that
 * it may have, and files only where they belong; what is not has a reason.
 * sources: grader/pack/pack.c grader/intake/bundle.c grader/intake/sealed.c runner/base/util.c runner/base/memory.c
 * sources: runner/base/utf8.c
 * sources: runner/base/err.c -ljansson -lsodium
 */
#include "fuzz.h"

#include "grader/pack/pack.h"
#include "grader/intake/sealed.h"

#include <sodium.h>
#include <string.h>

/* The manifest with our key in it, as text: nobody guesses a signature. */
static char *ours(const uint8_t *data, size_t size, const unsigned char *public)
{
    char base[SEALED_BASE64], *s;
    json_t *m = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    sodium_bin2base64(base, sizeof base, public, 32, sodium_base64_VARIANT_ORIGINAL);
    if (json_is_object(m))
        json_object_set_new(m, "key", json_string(base));
    s = json_is_object(m) ? json_dumps(m, JSON_COMPACT) : strndup((const char *)data, size);
    json_decref(m);
    return s;
}

static void sound(const json_t *pack)
{
    const char *path, *name = util_str(pack, "name", "");
    const json_t *text;
    MUST(pack_name_ok(name) && pack_version_ok(util_str(pack, "version", "")) &&
         json_array_size(json_object_get(pack, "labs")));
    json_object_foreach(json_object_get(pack, "files"), path, text)
        MUST(pack_takes(name, path) && *path != '/' && !strstr(path, "/.") && json_is_string(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char seed[crypto_sign_SEEDBYTES];
    unsigned char public[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
    struct err e = {""};
    char sig[SEALED_BASE64], *path = strndup((const char *)data, size);
    if (sodium_init() < 0 || crypto_sign_seed_keypair(public, secret, seed))
        return 0;
    MUST(!pack_takes("cs", path) || (*path != '/' && !strstr(path, "/.") && *path != '.'));
    char *text = ours(data, size, public);
    sealed_sign("ridge.pack/1\n", text, secret, sig);
    json_t *entries = json_pack("[{s:s s:s} {s:s s:s} {s:s s:s} {s:s s:s}]", "path", "manifest.json", "text", text,
                                "path", "manifest.sig", "text", sig, "path", "files/pack.lua", "text", "x", "path",
                                "files/labs/cs-a/lab.lua", "text", "y");
    json_t *pack = entries ? pack_read(entries, &e) : NULL;
    if (pack)
        sound(pack);
    MUST(pack || !entries || *e.text);
    json_decref(pack);
    json_decref(entries);
    free(text);
    free(path);
    return 0;
}
