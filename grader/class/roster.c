/* roster.c: see roster.h. */
#include "roster.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/utf8.h"

enum { NONE = -1 };

struct columns {
    long key, name, first, last, email, section;
};

/* A heading's letters and digits in lower case; the ASCII ones are enough for what is looked for. */
static void fold(const char *s, char to[64])
{
    size_t n = 0;
    for (; *s && n < 63; s++)
        if (isalnum((unsigned char)*s))
            to[n++] = (char)tolower((unsigned char)*s);
    to[n] = 0;
}

static bool any_cell(const struct csv *c, size_t column)
{
    for (size_t r = 1; r < csv_rows(c); r++)
        if (*csv_cell(c, r, column))
            return true;
    return false;
}

/* The first of `names` that heads a column; `filled`: one with something in it. */
static long column(const struct csv *c, bool filled, const char *const *names)
{
    char heading[64];
    for (; *names; names++)
        for (size_t k = 0; k < csv_cells(c, 0); k++) {
            fold(csv_cell(c, 0, k), heading);
            if (!strcmp(heading, *names) && (!filled || any_cell(c, k)))
                return (long)k;
        }
    return NONE;
}

static struct columns find_columns(const struct csv *c)
{
    static const char *const key[] = {"key",        "studentid", "sisuserid",    "sisid",   "idnumber",
                                      "id",         "username",  "sisloginid",   "loginid", "login",
                                      "identifier", "email",     "emailaddress", NULL};
    static const char *const name[] = {"name", "student", "fullname", "studentname", NULL};
    static const char *const first[] = {"firstname", "givenname", NULL};
    static const char *const last[] = {"surname", "lastname", "familyname", NULL};
    static const char *const email[] = {"email", "emailaddress", "mail", NULL};
    static const char *const section[] = {"section", "group", "class", NULL};
    return (struct columns){column(c, true, key),   column(c, false, name),  column(c, false, first),
                            column(c, false, last), column(c, false, email), column(c, false, section)};
}

static const char *cell(const struct csv *c, size_t row, long at)
{
    const char *s = at == NONE ? "" : csv_cell(c, row, (size_t)at);
    return s + strspn(s, " ");
}

static bool is_empty(const struct csv *c, size_t row)
{
    return csv_cells(c, row) == 1 && !*csv_cell(c, row, 0);
}

/* Rows that Canvas puts between the heading and the students, and the student that it makes up. */
static bool is_no_student(const struct csv *c, size_t row, const struct columns *at)
{
    const char *first = csv_cell(c, row, 0) + strspn(csv_cell(c, row, 0), " ");
    if (!strcmp(first, "Points Possible") || !strcmp(first, "Student, Test"))
        return true;
    if (*cell(c, row, at->key) || *cell(c, row, at->name))
        return false;
    for (size_t k = 0; k < csv_cells(c, row); k++)
        if (!strncmp(csv_cell(c, row, k), "Manual Posting", 14))
            return true;
    return false;
}

static bool is_unsafe(const char *s)
{
    for (size_t n = strlen(s), used; n; s += used, n -= used)
        if (utf8_is_unsafe(utf8_decode(s, n, &used)))
            return true;
    return false;
}

static json_t *extra_of(const struct csv *c, size_t row, const struct columns *at)
{
    json_t *extra = json_object();
    for (size_t k = 0; k < csv_cells(c, row); k++) {
        long n = (long)k;
        bool known = n == at->name || n == at->first || n == at->last || n == at->email || n == at->section;
        if (!known && *csv_cell(c, 0, k) && *csv_cell(c, row, k))
            json_object_set_new(extra, csv_cell(c, 0, k), json_string(csv_cell(c, row, k)));
    }
    return extra;
}

static json_t *student(const struct csv *c, size_t row, const struct columns *at)
{
    const char *first = cell(c, row, at->first), *last = cell(c, row, at->last);
    json_t *name = at->name != NONE ? json_string(cell(c, row, at->name))
                                    : json_sprintf("%s%s%s", first, *first && *last ? " " : "", last);
    return json_pack("{s:s s:o s:s s:s s:o}", "key", cell(c, row, at->key), "name", name, "email",
                     cell(c, row, at->email), "section", cell(c, row, at->section), "extra", extra_of(c, row, at));
}

/* Why a row is no student, or NULL; what it has to itself goes to `seen`. */
static const char *problem(const struct csv *c, size_t row, const json_t *s, json_t *seen)
{
    const char *key = util_str(s, "key", ""), *email = util_str(s, "email", "");
    const char *name = util_str(s, "name", ""), *section = util_str(s, "section", "");
    if (csv_cells(c, row) != csv_cells(c, 0))
        return csv_cells(c, row) < csv_cells(c, 0) ? "fewer cells than headings" : "more cells than headings";
    if (!*key)
        return "no key";
    if (strlen(key) > ROSTER_KEY)
        return "the key is too long";
    if (!*name)
        return "no name";
    if (strlen(name) > ROSTER_TEXT || strlen(email) > ROSTER_TEXT || strlen(section) > ROSTER_TEXT)
        return "the name, e-mail or section is too long";
    if (is_unsafe(key) || is_unsafe(name) || is_unsafe(email) || is_unsafe(section))
        return "a control character in the key, name, e-mail or section";
    if (*email && !strchr(email, '@'))
        return "the e-mail address has no @";
    if (json_object_get(seen, key))
        return "this key is another row's, too";
    json_object_set_new(seen, key, json_true());
    return NULL;
}

json_t *roster_parse(const struct csv *c, struct err *e)
{
    struct columns at = find_columns(c);
    if (at.key == NONE || (at.name == NONE && at.first == NONE && at.last == NONE)) {
        err_set(e, "no column for %s: its first line has to name the columns, such as key, name, email, section",
                at.key == NONE ? "a key (ID, SIS User ID, e-mail)" : "names");
        return NULL;
    }
    json_t *students = json_array(), *bad = json_array(), *seen = json_object();
    for (size_t r = 1; r < csv_rows(c); r++) {
        if (is_empty(c, r) || is_no_student(c, r, &at))
            continue;
        json_t *s = student(c, r, &at);
        const char *why = problem(c, r, s, seen);
        if (why)
            json_array_append_new(bad, json_pack("{s:i s:s}", "line", (int)csv_line(c, r), "why", why));
        else
            json_array_append(students, s);
        json_decref(s);
    }
    json_decref(seen);
    return json_pack("{s:o s:o}", "students", students, "bad", bad);
}
