/* sealed.c: hashes, signatures and tars, for hand-ins and packs alike. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "sealed.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, VARIANT = sodium_base64_VARIANT_ORIGINAL };

void sealed_hash(const char *s, size_t n, char hex[SEALED_HEX])
{
    unsigned char sum[32];
    crypto_generichash(sum, sizeof sum, (const unsigned char *)s, n, NULL, 0);
    sodium_bin2hex(hex, SEALED_HEX, sum, sizeof sum);
}

int sealed_key(const char *public, unsigned char ret[crypto_sign_PUBLICKEYBYTES])
{
    size_t n = 0;
    return sodium_base642bin(ret, crypto_sign_PUBLICKEYBYTES, public, strlen(public), NULL, &n, NULL, VARIANT) ||
           n != crypto_sign_PUBLICKEYBYTES ? -1 : 0;
}

void sealed_sign(const char *domain, const char *text, const unsigned char secret[64], char base[SEALED_BASE64])
{
    unsigned char sig[crypto_sign_BYTES];
    char *all = util_path("%s%s", domain, text);
    crypto_sign_detached(sig, NULL, (unsigned char *)all, strlen(all), secret);
    sodium_bin2base64(base, SEALED_BASE64, sig, sizeof sig, VARIANT);
    free(all);
}

bool sealed_fits(const char *domain, const char *text, const char *sig, const char *public)
{
    unsigned char key[crypto_sign_PUBLICKEYBYTES], bytes[crypto_sign_BYTES];
    size_t n = 0;
    if (sealed_key(public, key) ||
        sodium_base642bin(bytes, sizeof bytes, sig, strlen(sig), NULL, &n, NULL, VARIANT) || n != sizeof bytes)
        return false;
    char *all = util_path("%s%s", domain, text);
    bool ok = !crypto_sign_verify_detached(bytes, (unsigned char *)all, strlen(all), key);
    free(all);
    return ok;
}

/* One file as ustar has it; nothing in the header but its name, size and time differs from bundle to bundle. */
int sealed_add(struct text *tar, const char *name, const char *s, size_t n, int64_t made, struct err *e)
{
    char h[BLOCK] = "";
    unsigned sum = 0;
    static const char zero[BLOCK];
    if (strlen(name) > 99)
        return err_set(e, "The name %s is longer than a tar takes.", name);
    snprintf(h, 100, "%s", name);
    snprintf(h + 100, 8, "%07o", 0644);
    snprintf(h + 108, 8, "%07o", 0);
    snprintf(h + 116, 8, "%07o", 0);
    snprintf(h + 124, 12, "%011llo", (unsigned long long)n);
    snprintf(h + 136, 12, "%011llo", (unsigned long long)(made / 1000));
    memset(h + 148, ' ', 8);
    h[156] = '0';
    memcpy(h + 257, "ustar\00000", 8);
    for (int k = 0; k < BLOCK; k++)
        sum += (unsigned char)h[k];
    snprintf(h + 148, 7, "%06o", sum);
    text_add(tar, h, BLOCK);
    text_add(tar, s, n);
    text_add(tar, zero, (BLOCK - n % BLOCK) % BLOCK);
    return 0;
}

void sealed_end(struct text *tar)
{
    static const char end[2 * BLOCK];
    text_add(tar, end, sizeof end);
}

/* {path: text} of all entries; a file that is there twice could be one thing to us and another to others. */
static json_t *by_path(const json_t *entries, const char *kind, struct err *e)
{
    json_t *all = json_object();
    size_t k;
    const json_t *x;
    int rc = 0;
    json_array_foreach(entries, k, x) {
        const char *path = util_str(x, "path", ""), *why = json_string_value(json_object_get(x, "refused"));
        const json_t *text = json_object_get(x, "text");
        if (rc)
            break;
        if (why)
            rc = err_set(e, "%.80s: %s", path, why);
        else if (!json_is_string(text))
            rc = err_set(e, "The file %.80s does not belong into a %s.", path, kind);
        else if (json_object_get(all, path))
            rc = err_set(e, "The file %.80s is there twice.", path);
        else
            json_object_set(all, path, (json_t *)(size_t)text);
    }
    if (!rc)
        return all;
    json_decref(all);
    return NULL;
}

int sealed_open(const json_t *entries, const char *kind, struct sealed *ret, struct err *e)
{
    json_t *all = by_path(entries, kind, e), *text = json_object_get(all, "manifest.json");
    const char *sig = json_string_value(json_object_get(all, "manifest.sig"));
    int rc = !all ? -1
           : !text || !sig ? err_set(e, "This is no %s of Ridge's: it has no manifest with a signature.", kind)
           : sodium_init() < 0 ? err_set(e, "The library libsodium does not start.") : 0;
    if (rc) {
        json_decref(all);
        return rc;
    }
    json_t *m = json_string_length(text) <= SEALED_MANIFEST
              ? json_loads(json_string_value(text), JSON_REJECT_DUPLICATES, NULL) : NULL;
    *ret = (struct sealed){ m, json_string_value(text), sig, json_copy(all), all };
    json_object_del(ret->files, "manifest.json");
    json_object_del(ret->files, "manifest.sig");
    return 0;
}

void sealed_close(struct sealed *s)
{
    json_decref(s->manifest);
    json_decref(s->files);
    json_decref(s->all);
}
