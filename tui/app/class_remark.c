/* class_remark.c: see class_remark.h. */
#include "class_remark.h"

#include <stdlib.h>
#include <string.h>

#include "class_policy.h"
#include "db/gradebook.h"
#include "grader/class/remark.h"
#include "grader/class/team.h"
#include "handed.h"
#include "runner/base/js.h"

char *class_text(struct app *a, const char *what, const char *text)
{
    const char *s = text ? text : "";
    char *clean = util_clean(s, strlen(s), 0), *from = clean;
    for (char *p = clean; *p; p++)
        *p = (unsigned char)*p < ' ' ? ' ' : *p;
    from += strspn(from, " ");
    size_t n = strlen(from);
    while (n && from[n - 1] == ' ')
        n--;
    memmove(clean, from, n);
    clean[n] = 0;
    if (n && n <= CLASS_TEXT)
        return clean;
    free(clean);
    app_fail(a, APP_USAGE, n ? "%s is too long: a few sentences are enough." : "%s has no text in it.", what);
    return NULL;
}

int64_t class_student_id(struct app *a, const struct class_book *b, const char *key)
{
    int64_t id = json_integer_value(json_object_get(js_row(b->students, "key", key), "id"));
    if (!id)
        app_fail(a, APP_USAGE, "There is no student with the key \"%.80s\". `ridge roster` lists the keys.", key);
    return id;
}

/* The same row for each member of the student's team: what is said of their work is said of all of it. *ret_id: that of
 * the student's own row. In the batch that is open. */
static enum app_exit say_of_team(struct app *a, struct db_remark *r, int64_t *ret_id)
{
    json_t *teams = NULL, *members, *id;
    size_t k;
    enum app_exit code = APP_OK;
    if (db_teams(a->db, &teams) != DB_OK)
        return app_fail_db(a);
    members = team_members(teams, r->student);
    json_array_foreach(members, k, id) {
        r->student = json_integer_value(id);
        if (code == APP_OK && db_remark_add(a->db, r, k ? NULL : ret_id, NULL) != DB_OK)
            code = app_fail_db(a);
    }
    json_decref(members);
    json_decref(teams);
    return code;
}

/* ---- comments --------------------------------------------------------------------------- */

static bool is_number(const char *s)
{
    size_t n = strspn(s, "0123456789");
    return n && n < 8 && !s[n];
}

/* "FILE:12" or "12" in its parts; the file's name is yours. */
static char *split_place(const char *place, long *line)
{
    const char *colon = strrchr(place, ':');
    *line = 0;
    if (is_number(place))
        return *line = atol(place), strdup("");
    if (!colon || !is_number(colon + 1))
        return strdup(place);
    *line = atol(colon + 1);
    return strndup(place, (size_t)(colon - place));
}

static const struct handed_file *find_file(struct app *a, const struct handed *h, const char *name)
{
    for (size_t k = 0; k < h->n; k++)
        if (!strcmp(h->file[k].name, name) || (!*name && h->n == 1))
            return &h->file[k];
    if (*name)
        app_fail(a, APP_USAGE, "Nothing of the name \"%.80s\" was handed in; the first file is %.80s.", name,
                 h->file[0].name);
    else
        app_fail(a, APP_USAGE, "Several files were handed in: name the line as FILE:LINE.");
    return NULL;
}

/* The item's text for "@ITEM", else the text itself; NULL with app.error. Yours. */
static char *comment_text(struct app *a, const json_t *lab, const char *text)
{
    bool changes;
    if (*text != '@')
        return class_text(a, "The comment", text);
    json_t *rubric = class_rubric(a, lab, &changes), *item = remark_item(rubric, text + 1);
    char *said = item ? class_text(a, "The comment", js_text(item, "text")) : NULL;
    if (rubric && !item)
        app_fail(a, APP_USAGE, "The rubric has no item \"%.60s\"; `ridge mark %s` lists the items.", text + 1,
                 js_text(lab, "id"));
    json_decref(rubric);
    return said;
}

static enum app_exit place_comment(struct app *a, const char *key, const char *place, struct db_remark *r,
                                   struct handed *h, char **name)
{
    long line;
    *name = split_place(place, &line);
    if (handed_open(a, r->lab, key, 0, h) != APP_OK)
        return APP_USAGE;
    const struct handed_file *f = find_file(a, h, *name);
    if (!f)
        return APP_USAGE;
    if (line > (long)handed_lines(f) || (!line && is_number(place)))
        return app_fail(a, APP_USAGE, "%.80s has %zu line%s, and no line %ld.", f->name, handed_lines(f),
                        handed_lines(f) == 1 ? "" : "s", line);
    r->place = f->name;
    r->line = line;
    r->submission = h->submission;
    return APP_OK;
}

enum app_exit class_comment(struct app *a, const json_t *lab, const char *key, const char *place, const char *text,
                            int64_t *ret_id)
{
    struct class_book b;
    struct handed h = { 0 };
    char *name = NULL;
    enum app_exit code = class_book_open(a, js_text(lab, "id"), &b);
    if (code != APP_OK)
        return code;
    struct db_remark r = { .student = class_student_id(a, &b, key), .lab = js_text(lab, "id"), .kind = "comment" };
    char *said = r.student ? comment_text(a, lab, text) : NULL;
    r.text = said;
    code = !said ? APP_USAGE : place ? place_comment(a, key, place, &r, &h, &name) : APP_OK;
    if (code == APP_OK && db_begin(a->db) != DB_OK)
        code = app_fail_db(a);
    code = code == APP_OK ? say_of_team(a, &r, ret_id) : code;
    if (code == APP_OK && db_commit(a->db) != DB_OK)
        code = app_fail_db(a);
    db_rollback(a->db);
    handed_close(&h);
    class_book_close(&b);
    free(said);
    free(name);
    return code;
}

/* ---- points by hand --------------------------------------------------------------------- */

static bool somebody_is_marked(struct app *a, const char *lab)
{
    json_t *list = NULL;
    size_t k;
    const json_t *r;
    bool found = false;
    if (db_remarks(a->db, lab, &list) == DB_OK)
        json_array_foreach(list, k, r)
            found |= !strcmp(js_text(r, "kind"), "mark");
    json_decref(list);
    return found;
}

json_t *class_rubric(struct app *a, const json_t *lab, bool *changes)
{
    json_t *policy = NULL, *own = json_object_get(lab, "rubric");
    enum db_status s = db_assignment_get(a->db, js_text(lab, "id"), &policy);
    if (s != DB_OK && s != DB_NOTFOUND) {
        app_fail_db(a);
        return NULL;
    }
    json_t *kept = json_object_get(policy, "rubric"), *now = json_array_size(own) ? own : kept;
    *changes = kept && !json_equal(kept, now) && somebody_is_marked(a, js_text(lab, "id"));
    json_incref(now);
    json_decref(policy);
    if (!now)
        app_fail(a, APP_USAGE, "%s has no rubric. A course gives its lab one in lab.lua: rubric = {{id = \"style\", "
                 "points = 5, text = \"…\"}}.", js_text(lab, "id"));
    return now;
}

/* "ITEM" or "ITEM=N" as a row; the item's id is yours. */
static enum app_exit read_mark(struct app *a, const json_t *lab, const json_t *rubric, const char *said,
                               struct db_remark *r, char **id)
{
    const char *equals = strchr(said, '=');
    *id = equals ? strndup(said, (size_t)(equals - said)) : strdup(said);
    const json_t *item = remark_item(rubric, *id);
    if (!item)
        return app_fail(a, APP_USAGE, "The rubric has no item \"%.60s\"; `ridge mark %s` lists the items.", *id,
                        js_text(lab, "id"));
    double points = js_number(item, "points"), least = points < 0 ? points : 0, most = points > 0 ? points : 0;
    r->place = *id;
    r->most = (int64_t)(most * 1e3 + .5);
    r->value = points < 0 ? -(int64_t)(-points * 1e3 + .5) : r->most;
    r->text = r->text ? r->text : js_text(item, "text");
    if (equals && remark_parse_points(equals + 1, &r->value))
        return app_fail(a, APP_USAGE, "Points are a number such as 3, 2.5 or -1; not \"%.60s\".", equals + 1);
    if ((double)r->value < least * 1e3 - .5 || (double)r->value > most * 1e3 + .5)
        return app_fail(a, APP_USAGE, "%s has from %g to %g points to give; %g is none of them.", *id, least, most,
                        (double)r->value / 1e3);
    return APP_OK;
}

static enum app_exit keep_rubric(struct app *a, const char *lab, const json_t *policy, json_t *rubric)
{
    if (json_equal(json_object_get(policy, "rubric"), rubric))
        return APP_OK;
    json_t *now = json_copy((json_t *)(size_t)policy);
    json_object_set(now, "rubric", rubric);
    enum app_exit code = class_policy_put(a, lab, now);
    json_decref(now);
    return code;
}

static enum app_exit add_marks(struct app *a, const json_t *lab, int64_t student, const json_t *rubric,
                               char *const *items, int n, const char *reason)
{
    enum app_exit code = APP_OK;
    for (int k = 0; k < n && code == APP_OK; k++) {
        struct db_remark r = { .student = student, .lab = js_text(lab, "id"), .kind = "mark", .text = reason };
        char *id = NULL;
        code = read_mark(a, lab, rubric, items[k], &r, &id);
        code = code == APP_OK ? say_of_team(a, &r, NULL) : code;
        free(id);
    }
    return code;
}

enum app_exit class_mark(struct app *a, const json_t *lab, const char *key, char *const *items, int n,
                         const char *reason)
{
    struct class_book b;
    bool changes;
    json_t *rubric = class_rubric(a, lab, &changes);
    if (!rubric)
        return APP_USAGE;
    enum app_exit code = class_book_open(a, js_text(lab, "id"), &b);
    if (code != APP_OK) {
        json_decref(rubric);
        return code;
    }
    int64_t student = class_student_id(a, &b, key);
    char *said = reason && student ? class_text(a, "--reason", reason) : NULL;
    if (!student || (reason && !said))
        code = APP_USAGE;
    else if (db_begin(a->db) != DB_OK)
        code = app_fail_db(a);
    else {
        code = keep_rubric(a, js_text(lab, "id"), b.policy, rubric);
        code = code ? code : add_marks(a, lab, student, rubric, items, n, said);
        if (code == APP_OK && db_commit(a->db) != DB_OK)
            code = app_fail_db(a);
        db_rollback(a->db);
    }
    free(said);
    class_book_close(&b);
    json_decref(rubric);
    return code;
}

/* ---- undo, and lines -------------------------------------------------------------------- */

enum app_exit class_remark_undo(struct app *a, const char *lab, int64_t id, const char *reason)
{
    json_t *list = NULL;
    size_t k;
    const json_t *r;
    struct db_remark undo = { .lab = lab, .kind = "undo", .about = id };
    if (db_remarks(a->db, lab, &list) != DB_OK)
        return app_fail_db(a);
    json_array_foreach(list, k, r) {
        bool can = !strcmp(js_text(r, "kind"), "comment") || !strcmp(js_text(r, "kind"), "mark");
        if (can && json_integer_value(json_object_get(r, "id")) == id)
            undo.student = json_integer_value(json_object_get(r, "student"));
        if (!strcmp(js_text(r, "kind"), "undo") && json_integer_value(json_object_get(r, "about")) == id)
            undo.student = 0;
    }
    json_decref(list);
    if (!undo.student)
        return app_fail(a, APP_USAGE, "There is no comment or mark %lld in %s to take back.", (long long)id, lab);
    char *said = class_text(a, "--reason", reason ? reason : "taken back");
    undo.text = said;
    enum app_exit code = !said ? APP_USAGE : db_remark_add(a->db, &undo, NULL, NULL) == DB_OK ? APP_OK : app_fail_db(a);
    free(said);
    return code;
}

static void add_code(const struct db_file *files, size_t n, json_t *comment)
{
    for (size_t k = 0; k < n; k++) {
        struct handed_file f = { files[k].name, files[k].data, files[k].size, NULL };
        size_t at = 0, len;
        const char *text;
        json_int_t line = json_integer_value(json_object_get(comment, "line"));
        if (strcmp(f.name, js_text(comment, "file")))
            continue;
        for (json_int_t q = 1; q <= line && handed_next(&f, &at, &text, &len); q++)
            if (q == line) {
                char *clean = handed_line(text, len);
                json_object_set_new(comment, "code", json_string(clean));
                free(clean);
            }
    }
}

enum app_exit class_remark_lines(struct app *a, json_t *rows)
{
    size_t k, q;
    json_t *row, *comment;
    json_array_foreach(rows, k, row) {
        json_array_foreach(json_object_get(row, "comments"), q, comment) {
            struct db_file *files = NULL;
            size_t n = 0;
            json_int_t id = json_integer_value(json_object_get(comment, "submission"));
            if (!id || !json_integer_value(json_object_get(comment, "line")))
                continue;
            enum db_status s = db_submission_files(a->db, id, &files, &n);
            if (s != DB_OK && s != DB_NOTFOUND)
                return app_fail_db(a);
            add_code(files, n, comment);
            db_files_free(files, n);
        }
    }
    return APP_OK;
}
