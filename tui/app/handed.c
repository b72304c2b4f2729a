/* handed.c: see handed.h. */
#include "handed.h"

#include <stdlib.h>
#include <string.h>

#include "class_book.h"
#include "db/gradebook.h"
#include "grader/class/class.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

enum { GIVEN_BYTES = 1 << 20 };

static bool is_of(const json_t *submission, const char *key, int64_t id)
{
    return !strcmp(js_text(submission, "key"), key) && json_integer_value(json_object_get(submission, "id")) == id;
}

/* Which submission is meant; 0 with app.error. */
static int64_t choose(struct app *a, const struct class_book *b, const char *lab, const char *key, int64_t wanted,
                      const json_t *row)
{
    size_t k;
    const json_t *s;
    int64_t last = 0;
    json_array_foreach(b->submissions, k, s) {
        if (wanted && is_of(s, key, wanted))
            return wanted;
        if (!strcmp(js_text(s, "key"), key) && !json_is_string(json_object_get(s, "refused")))
            last = json_integer_value(json_object_get(s, "id"));
    }
    if (wanted)
        app_fail(a, APP_USAGE, "%.80s has no submission %lld in %s; `ridge class %s %.80s` lists them.", key,
                 (long long)wanted, lab, lab, key);
    else if (json_is_integer(json_object_get(row, "grading")))
        return json_integer_value(json_object_get(row, "submission"));
    else if (!last)
        app_fail(a, APP_USAGE, "There is no source to show: the status of %.80s in %s is %s.", key, lab,
                 js_text(row, "status"));
    return wanted ? 0 : last;
}

static enum app_exit read_files(struct app *a, struct handed *h)
{
    enum db_status s = db_submission_files(a->db, h->submission, &h->stored, &h->n);
    if (s == DB_NOTFOUND)
        return app_fail(a, APP_USAGE, "Submission %lld was refused without a file that could be shown.",
                        (long long)h->submission);
    if (s != DB_OK)
        return app_fail_db(a);
    h->file = calloc(h->n + 1, sizeof *h->file);
    if (!h->file)
        return app_fail(a, APP_OURS, "There is not enough memory to show submission %lld.", (long long)h->submission);
    for (size_t k = 0; k < h->n; k++)
        h->file[k] = (struct handed_file){ h->stored[k].name, h->stored[k].data, h->stored[k].size, NULL };
    return APP_OK;
}

enum app_exit handed_open(struct app *a, const char *lab, const char *key, int64_t submission, struct handed *ret)
{
    struct class_book b;
    struct handed h = { 0 };
    enum app_exit code = class_book_open(a, lab, &b);
    if (code != APP_OK)
        return code;
    json_t *rows = class_rows(b.students, b.submissions, b.gradings, b.policy);
    h.row = json_incref(js_row(rows, "key", key));
    json_decref(rows);
    if (!h.row)
        code = app_fail(a, APP_USAGE, "No student of the class has the key \"%.80s\". `ridge roster` lists the keys.",
                        key);
    else if (!(h.submission = choose(a, &b, lab, key, submission, h.row)))
        code = APP_USAGE;
    h.counts = h.submission && json_integer_value(json_object_get(h.row, "submission")) == h.submission;
    class_book_close(&b);
    if (code == APP_OK)
        code = read_files(a, &h);
    if (code == APP_OK)
        *ret = h;
    else
        handed_close(&h);
    return code;
}

void handed_close(struct handed *h)
{
    for (size_t k = 0; h->file && k < h->n; k++)
        free(h->file[k].given);
    free(h->file);
    db_files_free(h->stored, h->n);
    json_decref(h->row);
    *h = (struct handed){ 0 };
}

void handed_give(const struct app *a, const json_t *lab, struct handed *h)
{
    char *dir = util_below(a->root, js_text(lab, "dir"));
    for (size_t k = 0; k < h->n; k++) {
        struct err e;
        char *path = strchr(h->file[k].name, '/') ? NULL : util_path("%s/skeleton/%s", dir, h->file[k].name);
        free(h->file[k].given);
        h->file[k].given = path ? util_read_file(path, GIVEN_BYTES, &e) : NULL;
        free(path);
    }
    free(dir);
}

/* Blanks for each tab, so that what stands behind the line's number keeps its columns. */
static void add_expanded(struct text *to, const char *s, size_t n, size_t *column)
{
    for (size_t k = 0; k < n; k++) {
        size_t blanks = s[k] == '\t' ? HANDED_TAB - *column % HANDED_TAB : 0;
        if (blanks)
            text_addf(to, "%*s", (int)blanks, "");
        else
            text_add(to, s + k, 1);
        *column += blanks ? blanks : ((unsigned char)s[k] & 0xC0) != 0x80;
    }
}

char *handed_line(const char *text, size_t n)
{
    size_t column = 0, cut = n < HANDED_LINE_BYTES ? n : HANDED_LINE_BYTES;
    struct text to = { 0 };
    while (cut < n && cut > HANDED_LINE_BYTES - 4 && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--; /* between two characters */
    char *clean = util_clean(text, cut, 0);
    add_expanded(&to, clean, strlen(clean), &column);
    if (cut < n)
        text_addf(&to, "…");
    free(clean);
    return to.s ? to.s : strdup("");
}

bool handed_next(const struct handed_file *f, size_t *at, const char **text, size_t *n)
{
    if (*at >= f->size)
        return false;
    const char *end = memchr(f->text + *at, '\n', f->size - *at);
    *text = f->text + *at;
    *n = end ? (size_t)(end - *text) : f->size - *at;
    *at += *n + (end != NULL);
    return true;
}

size_t handed_lines(const struct handed_file *f)
{
    size_t n = 0;
    for (size_t k = 0; k < f->size; k++)
        n += f->text[k] == '\n';
    return n + (f->size && f->text[f->size - 1] != '\n');
}
