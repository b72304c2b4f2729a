/* receipts.c: receipts and answers as files of the home. */
#define _GNU_SOURCE
#include "receipts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "runner/base/util.h"

enum { MOST = 20000 };

static char *answer_path(const struct app *a, const char *bundle)
{
    return util_path("%s/receipts/%s.answer.json", a->home, bundle);
}

static bool is_name(const char *s)
{
    return *s && *s != '.' && strlen(s) < 200 && !s[strspn(s, HOST_LETTERS)];
}

/* The receipt in a file of that folder, or NULL. */
static json_t *read_one(const char *dir, const char *name)
{
    char *path = util_path("%s/%s", dir, name);
    json_t *r = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    free(path);
    if (r && js_is(r, "schema", "ridge.receipt/1") && *js_text(r, "lab") && is_name(js_text(r, "bundle")))
        return r;
    json_decref(r);
    return NULL;
}

static void add_answer(const struct app *a, json_t *receipt)
{
    char *path = answer_path(a, js_text(receipt, "bundle"));
    json_t *answer = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(answer))
        json_object_set(receipt, "answer", answer);
    json_decref(answer);
    free(path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The values of an object in the order of its keys. */
static json_t *in_order(json_t *by_lab)
{
    size_t n = json_object_size(by_lab), k = 0;
    const char **key = calloc(n + 1, sizeof *key), *lab;
    json_t *list = json_array(), *r;
    json_object_foreach(by_lab, lab, r)
        if (key)
            key[k++] = lab;
    if (key)
        qsort(key, k, sizeof *key, by_name);
    for (size_t i = 0; i < k; i++)
        json_array_append(list, json_object_get(by_lab, key[i]));
    free(key);
    return list;
}

json_t *receipts_newest(const struct app *a, const char *lab)
{
    char *dir = util_path("%s/receipts", a->home);
    DIR *d = opendir(dir);
    json_t *by_lab = json_object(), *r;
    struct dirent *e;
    const char *id;
    for (int n = 0; d && n < MOST && (e = readdir(d)); n++) {
        r = *e->d_name == '.' ? NULL : read_one(dir, e->d_name);
        const json_t *had = json_object_get(by_lab, js_text(r, "lab"));
        if (r && (!lab || js_is(r, "lab", lab)) && (!had || js_number(r, "when") >= js_number(had, "when")))
            json_object_set(by_lab, js_text(r, "lab"), r);
        json_decref(r);
    }
    if (d)
        closedir(d);
    json_object_foreach(by_lab, id, r)
        add_answer(a, r);
    json_t *list = in_order(by_lab);
    json_decref(by_lab);
    free(dir);
    return list;
}

int receipts_keep(const struct app *a, const char *bundle, const json_t *answer, struct err *e)
{
    char *dir = util_path("%s/receipts", a->home), *path = answer_path(a, bundle);
    char *s = json_dumps(answer, JSON_INDENT(1) | JSON_SORT_KEYS);
    int rc = !s ? err_set(e, "The answer is no text.") : util_mkdirs(dir, e) || util_write_whole(path, s, strlen(s), e);
    free(s);
    free(path);
    free(dir);
    return rc ? -1 : 0;
}
