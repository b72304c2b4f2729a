/* pack.c: packing a course, and reading a pack with no trust in it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "pack.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/intake/intake.h"
#include "grader/intake/sealed.h"
#include "runner/base/utf8.h"
#include "runner/base/order.h"

enum { TITLE = 200, DEEP = 5 };
static const char domain[] = "ridge.pack/1\n", schema[] = "ridge.pack/1";

/* ---- names ----------------------------------------------------------------------------------------------- */

bool pack_name_ok(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");
    bool own = n >= 3 && isdigit((unsigned char)name[1]) && isdigit((unsigned char)name[2]) &&
               (n == 3 || (n == 4 && islower((unsigned char)name[3]))); /* w07, w14b */
    return !name[n] && n >= 2 && n < PACK_NAME && islower((unsigned char)*name) && !own;
}

static bool version_of(const char *s, long v[3])
{
    int used = 0;
    return strspn(s, "0123456789.") == strlen(s) && strlen(s) < 24 && isdigit((unsigned char)*s) &&
           sscanf(s, "%7ld.%7ld.%7ld%n", &v[0], &v[1], &v[2], &used) == 3 && !s[used];
}

bool pack_version_ok(const char *version)
{
    long v[3];
    return version_of(version, v);
}

int pack_version_compare(const char *a, const char *b)
{
    long x[3] = { 0 }, y[3] = { 0 };
    version_of(a, x);
    version_of(b, y);
    for (int k = 0; k < 3; k++)
        if (x[k] != y[k])
            return x[k] < y[k] ? -1 : 1;
    return 0;
}

/* The id in "labs/ID/…" or "kernels/ID/…", and the rest behind it; NULL for other paths. */
static const char *lab_in(const char *path, size_t *ret_n)
{
    const char *id = !strncmp(path, "labs/", 5) ? path + 5 : !strncmp(path, "kernels/", 8) ? path + 8 : NULL;
    *ret_n = id ? strcspn(id, "/") : 0;
    return id;
}

static bool parts_ok(const char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    int deep = 0;
    for (const char *p = path; *p; deep++) {
        size_t n = strcspn(p, "/");
        if (!n || *p == '.' || *p == '-' || strspn(p, letters) < n || (p[n] && !p[n + 1]))
            return false;
        p += n + (p[n] != 0);
    }
    return deep <= DEEP;
}

bool pack_takes(const char *name, const char *path)
{
    static const char *const top[] = { "pack.lua", "README.md", "LICENSE" };
    size_t n = strlen(name), len;
    const char *id = lab_in(path, &len);
    for (size_t k = 0; k < sizeof top / sizeof top[0]; k++)
        if (!strcmp(path, top[k]))
            return true;
    return id && len > n + 1 && len < 70 && !strncmp(id, name, n) && id[n] == '-' && id[len] == '/' &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == len && parts_ok(path);
}

json_t *pack_wanted(void)
{
    return json_pack("[s]", ""); /* every name ends with nothing */
}

/* The ids of labs/ID/lab.lua, sorted; NULL with why when a lab has files and no manifest. */
json_t *pack_labs(const json_t *files, struct err *e)
{
    json_t *labs = json_array(), *seen = json_object();
    const char *path, *id;
    const json_t *text;
    size_t n;
    json_object_foreach((json_t *)(size_t)files, path, text) {
        if (!(id = lab_in(path, &n)))
            continue;
        char *key = util_path("%.*s", (int)n, id), *manifest = util_path("labs/%s/lab.lua", key);
        if (!json_object_get(files, manifest)) {
            err_set(e, "The file %s is of a lab whose labs/%s/lab.lua is not there.", path, key);
            json_decref(labs);
            labs = NULL;
        } else if (labs && !json_object_get(seen, key)) {
            json_object_set_new(seen, key, json_true());
            json_array_append_new(labs, json_string(key));
        }
        free(manifest);
        free(key);
        if (!labs)
            break;
    }
    json_decref(seen);
    if (labs && !json_array_size(labs)) {
        err_set(e, "The folder holds no lab.");
        json_decref(labs);
        labs = NULL;
    }
    return labs;
}

/* ---- packing --------------------------------------------------------------------------------------------- */

/* A copy whose members stand in the order of their names. */
static json_t *sorted(const json_t *files)
{
    size_t n = json_object_size(files), k = 0;
    const char **paths = calloc(n + 1, sizeof *paths), *path;
    const json_t *text;
    json_t *all = json_object();
    json_object_foreach((json_t *)(size_t)files, path, text)
        if (paths)
            paths[k++] = path;
    if (paths)
        qsort(paths, k, sizeof *paths, order_texts);
    for (size_t i = 0; i < k; i++)
        json_object_set(all, paths[i], json_object_get(files, paths[i]));
    free(paths);
    return all;
}

json_t *pack_collect(const char *name, const json_t *entries, struct err *e)
{
    json_t *files = json_object(), *labs;
    size_t k;
    const json_t *x;
    int rc = 0;
    json_array_foreach(entries, k, x) {
        const char *path = util_str(x, "path", ""), *why = json_string_value(json_object_get(x, "refused"));
        bool lab = !strncmp(path, "labs/", 5) || !strncmp(path, "kernels/", 8);
        if (rc || (!lab && !pack_takes(name, path)))
            continue; /* what lies beside the labs is the author's */
        if (!pack_takes(name, path))
            rc = err_set(e,
                         "%.80s: The id of a lab begins with \"%s-\", and names have letters, digits, '-', '_' "
                         "and '.'",
                         path, name);
        else if (why)
            rc = err_set(e, "%.80s: %s", path, why);
        else if (json_is_string(json_object_get(x, "text")))
            json_object_set(files, path, json_object_get(x, "text"));
    }
    if (!rc && json_object_size(files) + 2 > INTAKE_ENTRIES)
        rc = err_set(e, "There are more than %d files.", INTAKE_ENTRIES - 2);
    labs = rc ? NULL : pack_labs(files, e);
    json_t *all = labs ? sorted(files) : NULL;
    json_decref(labs);
    json_decref(files);
    return all;
}

static json_t *manifest_of(const json_t *about, const char *ridge, const json_t *files, const json_t *labs,
                           const struct bundle_key *key)
{
    char base[SEALED_BASE64], hex[SEALED_HEX];
    const char *path;
    const json_t *text;
    sodium_bin2base64(base, sizeof base, key->public, sizeof key->public, sodium_base64_VARIANT_ORIGINAL);
    json_t *list = json_array(), *m = json_copy((json_t *)(size_t)about);
    json_object_foreach((json_t *)(size_t)files, path, text) {
        sealed_hash(json_string_value(text), json_string_length(text), hex);
        json_array_append_new(list, json_pack("{s:s s:I s:s}", "path", path, "size",
                                              (json_int_t)json_string_length(text), "hash", hex));
    }
    json_object_set_new(m, "schema", json_string(schema));
    json_object_set_new(m, "ridge", json_string(ridge));
    json_object_set_new(m, "key", json_string(base));
    json_object_set(m, "labs", (json_t *)(size_t)labs);
    json_object_set_new(m, "files", list);
    return m;
}

int pack_make(const json_t *about, const char *ridge, const json_t *files, const struct bundle_key *key,
              struct text *ret, struct err *e)
{
    json_t *labs = pack_labs(files, e), *m = labs ? manifest_of(about, ridge, files, labs, key) : NULL;
    char *s = m ? json_dumps(m, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL, sig[SEALED_BASE64];
    int rc = !labs ? -1
           : !s || strlen(s) > SEALED_MANIFEST ? err_set(e, "The list of the pack's files is too long.") : 0;
    const char *path;
    const json_t *text;
    if (!rc) {
        sealed_sign(domain, s, key->secret, sig);
        rc = sealed_add(ret, "manifest.json", s, strlen(s), 0, e) ||
             sealed_add(ret, "manifest.sig", sig, strlen(sig), 0, e);
    }
    json_object_foreach((json_t *)(size_t)files, path, text) {
        char *name = util_path("files/%s", path);
        rc = rc ? rc : sealed_add(ret, name, json_string_value(text), json_string_length(text), 0, e);
        free(name);
    }
    sealed_end(ret);
    if (!rc && ret->dropped)
        rc = err_set(e, "The files have more than %zu MiB in all.", ret->cap >> 20);
    free(s);
    json_decref(m);
    json_decref(labs);
    return rc ? -1 : 0;
}

/* ---- reading --------------------------------------------------------------------------------------------- */

static bool is_line(const json_t *s, bool needed)
{
    const char *text = json_string_value(s);
    size_t n = json_string_length(s), used;
    for (size_t k = 0; text && k < n; k += used)
        if (utf8_is_unsafe(utf8_decode(text + k, n - k, &used)))
            return false;
    return text ? n && n <= TITLE : !needed && !s;
}

static const char *form_problem(const json_t *m)
{
    static const char *const may[] = { "author", "license", "summary" };
    if (strcmp(util_str(m, "schema", ""), schema) || !json_is_array(json_object_get(m, "files")) ||
        !is_line(json_object_get(m, "title"), true) || !json_is_string(json_object_get(m, "key")))
        return "The manifest is not as Ridge writes it.";
    for (size_t k = 0; k < sizeof may / sizeof may[0]; k++)
        if (!is_line(json_object_get(m, may[k]), false))
            return "The manifest is not as Ridge writes it.";
    if (json_object_get(m, "edition") && strcmp(util_str(m, "edition", ""), "student"))
        return "This Ridge does not know the pack's edition.";
    if (!pack_name_ok(util_str(m, "name", "")))
        return "The name is none that a pack may have.";
    if (!pack_version_ok(util_str(m, "version", "")) || !pack_version_ok(util_str(m, "ridge", "")))
        return "The version is not written as in 1.0.0.";
    return NULL;
}

/* Takes what the manifest lists out of `all`, checked; what is then left there is too much. */
static json_t *listed(const json_t *m, json_t *all, struct err *e)
{
    json_t *files = json_object();
    size_t k;
    const json_t *f;
    char hex[SEALED_HEX];
    int rc = 0;
    json_array_foreach(json_object_get(m, "files"), k, f) {
        const char *path = util_str(f, "path", "");
        char *name = util_path("files/%s", path);
        const json_t *text = json_object_get(all, name);
        if (text)
            sealed_hash(json_string_value(text), json_string_length(text), hex);
        if (!pack_takes(util_str(m, "name", ""), path))
            rc = err_set(e, "\"%.80s\" is no place in a pack.", path);
        else if (!text)
            rc = err_set(e, "The file %.80s is listed, and the pack does not have it.", path);
        else if (strcmp(hex, util_str(f, "hash", "")))
            rc = err_set(e, "The file %.80s is not what was signed.", path);
        else
            json_object_set(files, path, (json_t *)(size_t)text);
        json_object_del(all, name);
        free(name);
        if (rc)
            break;
    }
    if (!rc && json_object_size(all))
        rc = err_set(e, "The file %.80s is in the pack, and its list does not name it.",
                     json_object_iter_key(json_object_iter(all)));
    if (!rc && !json_object_get(files, "pack.lua"))
        rc = err_set(e, "The pack has no pack.lua.");
    if (!rc)
        return files;
    json_decref(files);
    return NULL;
}

static json_t *checked(const struct sealed *s, struct err *e)
{
    json_t *m = s->manifest;
    const char *problem = m ? form_problem(m) : "The manifest is not as Ridge writes it.";
    json_t *files = NULL, *labs = NULL;
    if (!m || !sealed_fits(domain, s->text, s->sig, util_str(m, "key", "")))
        err_set(e, "The signature does not fit.");
    else if (problem)
        err_set(e, "%s", problem);
    else if ((files = listed(m, s->files, e)))
        labs = pack_labs(files, e);
    if (labs) {
        json_object_set(m, "files", files);
        json_object_set(m, "labs", labs);
    }
    json_decref(files);
    json_decref(labs);
    return labs ? m : NULL;
}

json_t *pack_read(const json_t *entries, struct err *e)
{
    struct sealed s;
    if (sealed_open(entries, "pack", &s, e))
        return NULL;
    json_t *read = json_incref(checked(&s, e));
    sealed_close(&s);
    return read;
}
