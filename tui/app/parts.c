/* parts.c: which files of other labs a lab's program is made of, and whose they are. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

json_t *parts_of(struct app *a, const json_t *lab)
{
    json_t *ret = json_array();
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(lab, "parts"), k, p)
        json_array_append_new(ret, json_pack("{s:s s:s s:b}", "file", js_text(p, "file"), "lab", js_text(p, "lab"),
                                             "yours", app_ran_correctly(a, js_text(p, "lab"))));
    return ret;
}

static enum app_exit add(struct app *a, const json_t *part, json_t *files)
{
    enum { MOST = 4 << 20 };
    struct err e = { "" };
    const char *lab = js_text(part, "lab"), *file = js_text(part, "file");
    char *dir = app_work_dir(a, lab), *path = util_path("%s/%s", dir, file), *text = util_read_file(path, MOST, &e);
    int bad = text && json_object_set_new(files, file, json_string(text));
    free(dir);
    enum app_exit rc = APP_OK;
    if (!text)
        rc = app_fail(a, APP_USAGE, "%s is a part of this lab's program, and %s `ridge start %s` lays out the missing "
                                    "file.", file, e.text, lab);
    else if (bad)
        rc = app_fail(a, APP_USAGE, "%s is not UTF-8 text, and a source file has to be.", path);
    free(path);
    free(text);
    return rc;
}

enum app_exit parts_add(struct app *a, const json_t *lab, json_t *files)
{
    size_t k;
    const json_t *p;
    json_t *all = parts_of(a, lab);
    enum app_exit rc = APP_OK;
    json_array_foreach(all, k, p)
        if (rc == APP_OK && json_is_true(json_object_get(p, "yours")))
            rc = add(a, p, files);
    json_decref(all);
    return rc;
}

int parts_has(const json_t *lab, const char *file)
{
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(lab, "parts"), k, p)
        if (!strcmp(js_text(p, "file"), file))
            return 1;
    return 0;
}
