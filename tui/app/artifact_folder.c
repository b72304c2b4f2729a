/* artifact_folder.c: writes a capstone as a folder: sources, the chain of attempts, README.md, page.html. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "artifact.h"
#include "portfolio.h"
#include "grader/class/late.h"
#include "runner/base/js.h"

/* Makes `dir`, or empties an older artifact; a folder with anything else in it is refused and left as it is. */
static enum app_exit claim_folder(struct app *a, const char *dir)
{
    struct err e = { "" };
    char *mark = util_path("%s/attempts.json", dir), *sources = util_path("%s/sources", dir);
    char *old = util_read_file(mark, 64u << 20, &e);
    int ours = old && strstr(old, "ridge.attempts/1");
    enum app_exit code = APP_OK;
    if (util_mkdirs(dir, &e))
        code = app_fail(a, APP_CONFIG, "%s", e.text);
    else if (!ours && !util_is_empty_folder(dir))
        code = app_fail(a, APP_USAGE,
                        "%s holds other things; --out needs a new folder, an empty one, or one with an older "
                        "artifact.",
                        dir);
    else if (ours)
        util_remove_tree(sources);
    free(old);
    free(mark);
    free(sources);
    return code;
}

static int write_text(const char *dir, const char *name, const struct text *t, struct err *e)
{
    char *path = util_path("%s/%s", dir, name);
    int rc = util_write_whole(path, text_str(t), t->len, e);
    free(path);
    return rc;
}

/* ---- sources -------------------------------------------------------------------------------------------- */

static int write_source(const char *dir, const struct db_file *f, struct err *e)
{
    char *path = util_path("%s/%s", dir, f->name), *slash;
    char *folder = strdup(path);
    int rc = 0;
    if (folder && (slash = strrchr(folder, '/'))) {
        *slash = 0;
        rc = util_mkdirs(folder, e);
    }
    rc = rc || util_write_whole(path, f->data, f->size, e);
    free(folder);
    free(path);
    return rc;
}

static int write_attempt(struct app *a, const char *dir, int64_t id, struct err *e)
{
    struct db_file *files = NULL;
    size_t n = 0;
    if (id < 1)
        return 0;
    if (db_attempt_source(a->db, id, &files, &n) != DB_OK)
        return err_set(e, "%s", db_error(a->db));
    char *to = util_path("%s/sources/attempt-%lld", dir, (long long)id);
    int rc = 0;
    for (size_t k = 0; k < n && !rc; k++)
        rc = write_source(to, &files[k], e);
    free(to);
    db_files_free(files, n);
    return rc;
}

static int write_sources(struct app *a, const char *dir, const json_t *about, struct err *e)
{
    size_t k, q;
    const json_t *m, *c;
    json_array_foreach(json_object_get(about, "milestones"), k, m)
        json_array_foreach(json_object_get(m, "claims"), q, c)
            if (write_attempt(a, dir, (int64_t)js_number(c, "attempt"), e) ||
                write_attempt(a, dir, (int64_t)js_number(c, "before"), e))
                return -1;
    return 0;
}

/* ---- the chain ------------------------------------------------------------------------------------------ */

/* The attempts in the order of their numbers, each with a hash over the previous hash and the row: a changed row breaks
 * the chain from there on. */
static json_t *chain_of(const json_t *attempts)
{
    json_t *list = portfolio_by_number(attempts), *rows = json_array(), *v;
    size_t k;
    char hash[33] = "";
    json_array_foreach(list, k, v) {
        char *row = json_dumps(v, JSON_COMPACT | JSON_SORT_KEYS);
        json_t *link = json_pack("{s:O s:s}", "attempt", v, "before", hash);
        util_hash(hash, hash, row ? row : "", NULL);
        json_object_set_new(link, "hash", json_string(hash));
        json_array_append_new(rows, link);
        free(row);
    }
    json_decref(list);
    return rows;
}

static int write_chain(const char *dir, const json_t *doc, struct err *e)
{
    struct text t = { .cap = 64u << 20 };
    json_t *file = json_pack(
        "{s:s s:s s:o}", "schema", "ridge.attempts/1", "hash",
        "BLAKE2b-128 over the hash before, a zero byte, the attempt as compact JSON with sorted keys, a zero byte",
        "chain", chain_of(json_object_get(doc, "attempts")));
    char *s = json_dumps(file, JSON_INDENT(2) | JSON_SORT_KEYS);
    text_addf(&t, "%s\n", s ? s : "{}");
    int rc = write_text(dir, "attempts.json", &t, e);
    text_finish(&t);
    free(s);
    json_decref(file);
    return rc;
}

/* ---- README.md ------------------------------------------------------------------------------------------ */

static void readme_claims(struct text *t, const json_t *m)
{
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(m, "claims"), k, c) {
        text_addf(t, "  - %s", js_text(c, "text"));
        if (json_is_number(json_object_get(c, "ratio")))
            text_addf(t, " %.4g times [%.4g, %.4g].", js_number(c, "ratio"), js_number(c, "lo"), js_number(c, "hi"));
        if (json_is_number(json_object_get(c, "predicted")))
            text_addf(t, " Predicted: %.4g.", js_number(c, "predicted"));
        text_addf(t, " Proof: `sources/attempt-%.0f`\n", js_number(c, "attempt"));
    }
}

static int write_readme(const char *dir, const json_t *doc, struct err *e)
{
    struct text t = { .cap = 1u << 20 };
    const json_t *a = json_object_get(doc, "artefact"), *m;
    size_t k;
    char when[32];
    late_format_time((int64_t)js_number(doc, "when"), when);
    text_addf(&t, "# %s%s\n\nTrack %s: %s. As of %s.\n\n", js_text(a, "title"),
              json_is_true(json_object_get(a, "complete")) ? "" : " (draft)", js_text(a, "track"),
              js_text(a, "track_title"), when);
    text_addf(&t,
              "`page.html` is the report, `sources/` the code at the attempts that prove it, `attempts.json` these\n"
              "attempts with their time, machine and hashes, each chained to the one before.\n\n## Deliverables\n\n");
    json_array_foreach(json_object_get(a, "milestones"), k, m) {
        text_addf(&t, "- [%s] %s: %s\n", !strcmp(js_text(m, "status"), "PASS") ? "x" : " ", js_text(m, "goal"),
                  js_text(m, "message"));
        readme_claims(&t, m);
    }
    int rc = write_text(dir, "README.md", &t, e);
    text_finish(&t);
    return rc;
}

enum app_exit artifact_write(struct app *a, const json_t *doc, const char *dir)
{
    struct err e = { "" };
    struct text page = { .cap = 256u << 20 };
    enum app_exit code = claim_folder(a, dir);
    if (code != APP_OK)
        return code;
    portfolio_html(doc, &page);
    if (write_chain(dir, doc, &e) || write_sources(a, dir, json_object_get(doc, "artefact"), &e) ||
        write_readme(dir, doc, &e) || write_text(dir, "page.html", &page, &e))
        code = app_fail(a, APP_CONFIG, "%s: %s", dir, e.text);
    text_finish(&page);
    return code;
}
