/* bundle.c: packing a hand-in, and reading one back with no trust in it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "bundle.h"
#include "sealed.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEX = SEALED_HEX, BASE64 = SEALED_BASE64, VARIANT = sodium_base64_VARIANT_ORIGINAL };
static const char domain[] = "ridge.bundle/1\n"; /* what else the key may ever sign begins otherwise */

/* ---- the key --------------------------------------------------------------------------------------------- */

static const char key_head[] = "ridge-ed25519 ";

static int make_key(const char *path, struct err *e)
{
    unsigned char seed[crypto_sign_SEEDBYTES];
    char line[sizeof key_head + BASE64], base[BASE64];
    randombytes_buf(seed, sizeof seed);
    sodium_bin2base64(base, sizeof base, seed, sizeof seed, VARIANT);
    int n = snprintf(line, sizeof line, "%s%s\n", key_head, base);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && write(fd, line, (size_t)n) == n && !fsync(fd);
    int why = errno;
    if (fd >= 0)
        close(fd);
    if (!ok && fd >= 0)
        unlink(path);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(line, sizeof line);
    return ok ? 0 : err_set(e, "%s: %s", path, strerror(why));
}

static int read_key(int fd, struct bundle_key *ret)
{
    unsigned char seed[crypto_sign_SEEDBYTES];
    char line[sizeof key_head + BASE64];
    size_t head = sizeof key_head - 1, used = 0;
    ssize_t n = read(fd, line, sizeof line - 1);
    line[n > 0 ? n : 0] = 0;
    line[strcspn(line, "\n")] = 0;
    int bad = strncmp(line, key_head, head) ||
              sodium_base642bin(seed, sizeof seed, line + head, strlen(line + head), NULL, &used, NULL, VARIANT) ||
              used != sizeof seed || crypto_sign_seed_keypair(ret->public, ret->secret, seed);
    sodium_memzero(line, sizeof line);
    sodium_memzero(seed, sizeof seed);
    return bad ? -1 : 0;
}

int bundle_key(const char *path, struct bundle_key *ret, bool *ret_made, struct err *e)
{
    struct stat st;
    if (sodium_init() < 0)
        return err_set(e, "The library libsodium does not start.");
    *ret_made = access(path, F_OK) && errno == ENOENT;
    if (*ret_made && make_key(path, e))
        return -1;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK), rc = 0;
    if (fd < 0 || fstat(fd, &st))
        rc = err_set(e, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(st.st_mode) || st.st_mode & 077 || st.st_uid != geteuid())
        rc = err_set(e, "%s can be read by others, and whoever has your key can hand in as you. If nobody has read "
                        "the key, run `chmod 600` on it.",
                     path);
    else if (read_key(fd, ret))
        rc = err_set(e, "%s holds no key of Ridge's. Put the key back from a copy, or move the file away for a new "
                        "key.", path);
    if (fd >= 0)
        close(fd);
    return rc;
}

void bundle_fingerprint(const char *public, char ret[BUNDLE_FINGERPRINT])
{
    unsigned char key[crypto_sign_PUBLICKEYBYTES], sum[16];
    *ret = 0;
    if (sealed_key(public, key))
        return;
    crypto_generichash(sum, sizeof sum, key, sizeof key, NULL, 0);
    for (int k = 0, at = 0; k < 16; k++)
        at += snprintf(ret + at, (size_t)(BUNDLE_FINGERPRINT - at), k && k % 2 == 0 ? " %02x" : "%02x", sum[k]);
}

bool bundle_print_is(const char *said, const char *print)
{
    for (; said && (*said || *print); said++, print++) {
        said += strspn(said, " -:");
        print += strspn(print, " ");
        if (*said != *print)
            return false;
        if (!*said)
            break;
    }
    return said != NULL;
}

void bundle_key_print(const struct bundle_key *key, char ret[BUNDLE_FINGERPRINT])
{
    char base[BASE64];
    sodium_bin2base64(base, sizeof base, key->public, sizeof key->public, VARIANT);
    bundle_fingerprint(base, ret);
}

void bundle_key_finish(struct bundle_key *key)
{
    sodium_memzero(key, sizeof *key);
}

/* ---- the chain ------------------------------------------------------------------------------------------- */

static void link_hash(const char before[HEX], const json_t *attempt, char hex[HEX])
{
    json_t *bare = json_copy((json_t *)(size_t)attempt);
    json_object_del(bare, "hash");
    char *s = json_dumps(bare, JSON_COMPACT | JSON_SORT_KEYS), *all = util_path("%s%s", before, s ? s : "");
    sealed_hash(all, strlen(all), hex);
    free(all);
    free(s);
    json_decref(bare);
}

static void zeros(char hex[HEX])
{
    memset(hex, '0', HEX - 1);
    hex[HEX - 1] = 0;
}

json_t *bundle_chain(const json_t *attempts)
{
    static const char *const kept[] = { "id", "rev", "verb", "backend", "started", "status", "points", "max", "stage",
                                        "source", "sandbox" };
    json_t *chain = json_array();
    char hex[HEX];
    size_t n = json_array_size(attempts);
    zeros(hex);
    for (size_t k = n < BUNDLE_ATTEMPTS ? n : BUNDLE_ATTEMPTS; k-- > 0;) {
        const json_t *a = json_array_get(attempts, k);
        json_t *row = json_object();
        for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
            if (json_object_get(a, kept[i]))
                json_object_set(row, kept[i], json_object_get(a, kept[i]));
        link_hash(hex, row, hex);
        json_object_set_new(row, "hash", json_string(hex));
        json_array_append_new(chain, row);
    }
    return chain;
}

static bool chain_fits(const json_t *chain)
{
    char hex[HEX];
    size_t k;
    const json_t *a;
    zeros(hex);
    json_array_foreach(chain, k, a) {
        if (!json_is_object(a) || k >= BUNDLE_ATTEMPTS)
            return false;
        link_hash(hex, a, hex);
        if (strcmp(hex, util_str(a, "hash", "")))
            return false;
    }
    return json_is_array(chain);
}

/* ---- packing --------------------------------------------------------------------------------------------- */

static json_t *manifest_of(const struct bundle_claim *c, const struct bundle_key *key)
{
    char base[BASE64], hex[HEX];
    const char *name;
    const json_t *text;
    sodium_bin2base64(base, sizeof base, key->public, sizeof key->public, VARIANT);
    json_t *files = json_array();
    json_object_foreach((json_t *)(size_t)c->files, name, text) {
        size_t n = json_string_length(text);
        sealed_hash(json_string_value(text), n, hex);
        json_array_append_new(files, json_pack("{s:s s:I s:s}", "name", name, "size", (json_int_t)n, "hash", hex));
    }
    return json_pack("{s:s s:s s:i s:s s:I s:s s:{s:s s:s} s:o s:O s:s*}", "schema", "ridge.bundle/1", "lab", c->lab,
                     "rev", c->rev, "student", c->student, "made", (json_int_t)c->made, "key", base, "machine", "host",
                     c->host, "cpu", c->cpu, "files", files, "attempts", c->chain, "request", c->request);
}

static int pack_all(const struct bundle_claim *c, const char *manifest, const char *sig, struct text *tar,
                    struct err *e)
{
    const char *name;
    const json_t *text;
    int rc = sealed_add(tar, "manifest.json", manifest, strlen(manifest), c->made, e);
    rc = rc ? rc : sealed_add(tar, "manifest.sig", sig, strlen(sig), c->made, e);
    json_object_foreach((json_t *)(size_t)c->files, name, text) {
        char *path = util_path("files/%s", name);
        rc = rc ? rc : sealed_add(tar, path, json_string_value(text), json_string_length(text), c->made, e);
        free(path);
    }
    sealed_end(tar);
    if (!rc && tar->dropped)
        rc = err_set(e, "The files have more than %zu MiB in all.", tar->cap >> 20);
    return rc;
}

int bundle_pack(const struct bundle_claim *claim, const struct bundle_key *key, struct text *ret, char **ret_name,
                struct err *e)
{
    json_t *m = manifest_of(claim, key);
    char *s = json_dumps(m, JSON_INDENT(1) | JSON_SORT_KEYS), base[BASE64], hex[HEX], who[BUNDLE_STUDENT + 1];
    int rc = !s || strlen(s) > SEALED_MANIFEST ? err_set(e,
        "The list of the bundle's files and attempts is too long.") : 0;
    if (!rc) {
        sealed_sign(domain, s, key->secret, base);
        rc = pack_all(claim, s, base, ret, e);
    }
    if (!rc) {
        sealed_hash(text_str(ret), ret->len, hex);
        snprintf(who, sizeof who, "%s", claim->student);
        for (char *p = who; *p; p++)
            if (!isalnum((unsigned char)*p) && *p != '-')
                *p = '_'; /* whose it is stands in the manifest */
        *ret_name = util_path("%s-%s-%.12s" BUNDLE_END, claim->lab, who, hex);
    }
    free(s);
    json_decref(m);
    return rc;
}

/* ---- reading --------------------------------------------------------------------------------------------- */

json_t *bundle_wanted(const json_t *edit)
{
    json_t *all = json_copy((json_t *)(size_t)edit);
    json_array_append_new(all, json_string("manifest.json"));
    json_array_append_new(all, json_string("manifest.sig"));
    return all;
}

static bool has_form(const json_t *m)
{
    const json_t *student = json_object_get(m, "student"), *request = json_object_get(m, "request");
    if (request && (!json_string_length(request) || json_string_length(request) > BUNDLE_REQUEST))
        return false;
    return !strcmp(util_str(m, "schema", ""), "ridge.bundle/1") && json_is_string(json_object_get(m, "lab")) &&
           json_is_integer(json_object_get(m, "rev")) && json_is_string(student) && json_string_length(student) &&
           json_string_length(student) <= BUNDLE_STUDENT && json_is_integer(json_object_get(m, "made")) &&
           json_is_string(json_object_get(m, "key")) && json_is_array(json_object_get(m, "files")) &&
           json_is_object(json_object_get(m, "machine"));
}

/* Takes what the manifest lists out of `all`, checked; what is then left there is too much. */
static json_t *listed_files(const json_t *manifest, const json_t *edit, json_t *all, struct err *e)
{
    json_t *files = json_object();
    size_t k;
    const json_t *f;
    char hex[HEX];
    int rc = 0;
    json_array_foreach(json_object_get(manifest, "files"), k, f) {
        const char *name = util_str(f, "name", "");
        char *path = util_path("files/%s", name);
        json_t *text = json_object_get(all, path);
        if (text)
            sealed_hash(json_string_value(text), json_string_length(text), hex);
        if (!rc && !util_lists(edit, name))
            rc = err_set(e, "\"%.80s\" is none of the lab's files.", name);
        else if (!rc && !text)
            rc = err_set(e, "The file %.80s is listed, and the bundle does not have it.", name);
        else if (!rc && strcmp(hex, util_str(f, "hash", "")))
            rc = err_set(e, "The file %.80s is not what was signed.", name);
        if (!rc) {
            json_object_set(files, name, text);
            json_object_del(all, path);
        }
        free(path);
    }
    if (!rc && json_object_size(all))
        rc = err_set(e, "The file %.80s is in the bundle, and its list does not name "
                        "it.", json_object_iter_key(json_object_iter(all)));
    if (!rc)
        return files;
    json_decref(files);
    return NULL;
}

static json_t *checked(const struct sealed *s, const json_t *edit, struct err *e)
{
    json_t *manifest = s->manifest, *files = NULL;
    if (!has_form(manifest))
        err_set(e, "The manifest is not as Ridge writes it.");
    else if (!sealed_fits(domain, s->text, s->sig, util_str(manifest, "key", "")))
        err_set(e, "The signature does not fit.");
    else if (!chain_fits(json_object_get(manifest, "attempts")))
        err_set(e, "The chain of the attempts is broken.");
    else if ((files = listed_files(manifest, edit, s->files, e)))
        return json_object_set_new(manifest, "files", files), manifest;
    return NULL;
}

json_t *bundle_read(const json_t *entries, const json_t *edit, struct err *e)
{
    struct sealed s;
    if (sealed_open(entries, "hand-in", &s, e))
        return NULL;
    json_t *read = json_incref(checked(&s, edit, e));
    sealed_close(&s);
    return read;
}
