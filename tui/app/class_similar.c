/* class_similar.c: see class_similar.h. */
#define _GNU_SOURCE
#include "class_similar.h"

#include <stdlib.h>
#include <string.h>

#include "db/gradebook.h"
#include "grader/similar/similar_boxed.h"
#include "runner/base/js.h"
#include "runner/base/memory.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"

enum { GIVEN_BYTES = 1 << 20 };

/* ---- documents ------------------------------------------------------------------------------------------- */

/* Any bytes as UTF-8: what is none becomes a letter, which keeps the tokens apart as they were. */
static json_t *text_of(const void *data, size_t n)
{
    json_t *j = json_stringn(data, n);
    if (j)
        return j;
    char *s = malloc(n + 1);
    if (!s)
        memory_end();
    for (size_t k = 0; k < n; k++)
        s[k] = ((const signed char *)data)[k] < 0 ? 'x' : ((const char *)data)[k];
    j = json_stringn(s, n);
    free(s);
    return j;
}

json_t *class_similar_document(json_t *documents, const char *who, const char *role)
{
    json_t *clean = text_of(who, strlen(who)), *files = json_array();
    json_array_append_new(documents, json_pack("{s:o, s:s, s:o}", "who", clean, "role", role, "files", files));
    return files;
}

void class_similar_file(json_t *files, const char *name, const void *data, size_t n)
{
    json_array_append_new(files,
                          json_pack("{s:o, s:o}", "name", text_of(name, strlen(name)), "text", text_of(data, n)));
}

static void add_given(struct app *a, json_t *files, char *name)
{
    struct err e;
    char *path = util_below(a->root, name), *s = util_read_file(path, GIVEN_BYTES, &e);
    if (s)
        class_similar_file(files, name, s, strlen(s));
    free(s);
    free(path);
    free(name);
}

/* The reference lies on every student's disk and is nobody's own work. */
void class_similar_given(struct app *a, const json_t *lab, json_t *documents)
{
    const char *dir = js_text(lab, "dir");
    json_t *files = class_similar_document(documents, "given", "given");
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(lab, "edit"), k, name)
        add_given(a, files, util_path("%s/skeleton/%s", dir, json_string_value(name)));
    add_given(a, files, util_path("%s/lab.h", dir));
    files = class_similar_document(documents, "reference", "reference");
    add_given(a, files, util_path("%s/%s", js_text(lab, "kernels"), js_text(lab, "reference")));
}

static enum app_exit book_error(struct app *a, const struct db *db)
{
    return app_fail(a, APP_CONFIG, "%s", db_error(db));
}

static enum app_exit add_submission(struct app *a, struct db *db, const json_t *row, const char *who,
                                    const char *role, json_t *documents)
{
    struct db_file *file;
    size_t n;
    if (db_submission_files(db, json_integer_value(json_object_get(row, "id")), &file, &n) != DB_OK)
        return book_error(a, db);
    json_t *files = class_similar_document(documents, who, role);
    for (size_t k = 0; k < n; k++)
        class_similar_file(files, file[k].name, file[k].data, file[k].size);
    db_files_free(file, n);
    return APP_OK;
}

/* {key: the row of the last submission that was taken}. */
static json_t *last_of_each(const json_t *submissions)
{
    json_t *last = json_object(), *row;
    size_t k;
    json_array_foreach(submissions, k, row)
        if (!json_is_string(json_object_get(row, "refused")))
            json_object_set(last, js_text(row, "key"), row);
    return last;
}

/* Members of a team are no copies of each other: of all that they handed in the last is compared. */
static void drop_teammates(struct db *db, json_t *last)
{
    json_t *teams = NULL, *best = json_object(), *t;
    size_t k;
    if (db_teams(db, &teams) != DB_OK)
        teams = NULL; /* an older workbook has none */
    json_array_foreach(teams, k, t) {
        const char *key = js_text(t, "key"), *rival = json_string_value(json_object_get(best, js_text(t, "team")));
        const json_t *mine = json_object_get(last, key), *other = rival ? json_object_get(last, rival) : NULL;
        if (!mine)
            continue;
        if (other && js_number(other, "id") > js_number(mine, "id")) {
            json_object_del(last, key);
            continue;
        }
        json_object_set(best, js_text(t, "team"), json_object_get(t, "key"));
        if (rival) {
            char *gone = util_path("%s", rival);
            json_object_del(last, gone);
            free(gone);
        }
    }
    json_decref(best);
    json_decref(teams);
}

enum app_exit class_similar_book(struct app *a, struct db *db, const char *lab, const char *prefix, const char *role,
                                 json_t *documents)
{
    json_t *rows = NULL, *row;
    const char *key;
    enum app_exit code = db_submissions(db, lab, &rows) == DB_OK ? APP_OK : book_error(a, db);
    json_t *last = last_of_each(rows);
    drop_teammates(db, last);
    json_object_foreach(last, key, row) {
        char *who = prefix ? util_path("%s/%s", prefix, key) : util_path("%s", key);
        code = code == APP_OK ? add_submission(a, db, row, who, role, documents) : code;
        free(who);
    }
    json_decref(last);
    json_decref(rows);
    return code;
}

/* ---- what it says ---------------------------------------------------------------------------------------- */

static char *kept_key(const char *lab)
{
    return util_path("class.copies:%s", lab);
}

json_t *class_similar_kept(struct app *a, const char *lab)
{
    json_t *kept = NULL;
    char *key = kept_key(lab);
    if (db_state_get(a->db, key, &kept) != DB_OK || !json_is_object(kept)) {
        json_decref(kept);
        kept = json_object();
    }
    free(key);
    return kept;
}

/* By the hash of the files and not by the student: who is forgotten leaves nothing behind. What cannot be kept is found
 * again the next time. */
static void keep(struct app *a, const char *lab, const json_t *copies)
{
    json_t *rows = NULL, *now = json_object(), *was = class_similar_kept(a, lab);
    size_t k;
    const json_t *d;
    char *key = kept_key(lab);
    if (db_submissions(a->db, lab, &rows) == DB_OK) {
        json_t *last = last_of_each(rows);
        json_array_foreach(copies, k, d)
            json_object_set(now, js_text(json_object_get(last, js_text(d, "who")), "hash"),
                            json_object_get(d, "share"));
        json_decref(last);
        if (!json_equal(was, now) && !db_is_readonly(a->db))
            db_state_put(a->db, key, now);
    }
    free(key);
    json_decref(was);
    json_decref(now);
    json_decref(rows);
}

json_t *class_similar(struct app *a, const json_t *lab)
{
    struct err e;
    const char *id = js_text(lab, "id");
    json_t *documents = json_array(), *answer = NULL, *ret = json_pack("{s:[], s:[]}", "copies", "clusters");
    char *program = programs_find("ridge-similar");
    class_similar_given(a, lab, documents);
    size_t given = json_array_size(documents);
    if (class_similar_book(a, a->db, id, NULL, "class", documents) == APP_OK && program &&
        json_array_size(documents) > given) {
        json_t *question = json_pack("{s:O, s:i}", "documents", documents, "limit", 0);
        answer = similar_boxed(program, question, &e);
        json_decref(question);
    }
    if (answer) {
        json_object_set(ret, "copies", json_object_get(answer, "copies"));
        json_object_set(ret, "clusters", json_object_get(answer, "clusters"));
        keep(a, id, json_object_get(ret, "copies"));
    }
    json_decref(answer);
    json_decref(documents);
    free(program);
    return ret;
}

double class_similar_share(const json_t *resemblance, const char *who)
{
    size_t k;
    const json_t *d;
    json_array_foreach(json_object_get(resemblance, "copies"), k, d)
        if (!strcmp(js_text(d, "who"), who))
            return js_number(d, "share");
    return 0;
}
