/* roster.c: see roster.h. */
#include "roster.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "heading.h"
#include "runner/base/utf8.h"

enum { NONE = HEADING_NONE };

struct columns {
    bool good; /* else there is a sentence */
    long key, name, first, last, email, section;
};

/* What heads each of the columns: Canvas, Moodle in three languages, Gradescope, people. */
static const char *const key_names[] = {
    "key", "studentid", "sisuserid", "sisid", "sid", "idnumber", "idnummer", "matrikelnummer", "numerodidentification",
    "id", "username", "anmeldename", "nomdutilisateur", "sisloginid", "loginid", "login", "identifier", "email",
    "emailaddress", "emailadresse", "adressedecourriel", NULL};
static const char *const name_names[] = {"name",       "student", "fullname", "studentname", "vollstandigername",
                                         "nomcomplet", NULL};
static const char *const first_names[] = {"firstname", "givenname", "vorname", "prenom", NULL};
static const char *const last_names[] = {"surname", "lastname", "familyname", "nachname", "nomdefamille", "nom", NULL};
static const char *const email_names[] = {"email", "emailaddress", "mail", "emailadresse", "adressedecourriel",
                                          "courriel", NULL};
static const char *const section_names[] = {"section",  "sections", "sectionname", "group",   "groups",
                                            "class",    "gruppe",   "gruppen",     "groupe",  "groupes", NULL};

static struct columns find_columns(const struct csv *c, const char *const *said, size_t nsaid, struct err *e)
{
    struct heading h[] = {{"key", key_names, true, NONE},     {"name", name_names, false, NONE},
                          {"first", first_names, false, NONE}, {"last", last_names, false, NONE},
                          {"email", email_names, false, NONE}, {"section", section_names, false, NONE}};
    enum { N = sizeof h / sizeof *h };
    bool good = true;
    heading_find(c, h, N);
    for (size_t k = 0; k < nsaid && good; k++)
        good = !heading_say(c, said[k], h, N, e);
    return (struct columns){good, h[0].at, h[1].at, h[2].at, h[3].at, h[4].at, h[5].at};
}

/* Rows that Canvas puts between the heading and the students, and the student that it makes up. */
static bool is_no_student(const struct csv *c, size_t row, const struct columns *at)
{
    const char *first = csv_cell(c, row, 0) + strspn(csv_cell(c, row, 0), " ");
    if (!strcmp(first, "Points Possible") || !strcmp(first, "Student, Test"))
        return true;
    if (*heading_cell(c, row, at->key) || *heading_cell(c, row, at->name))
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
    const char *first = heading_cell(c, row, at->first), *last = heading_cell(c, row, at->last);
    json_t *name = at->name != NONE ? json_string(heading_cell(c, row, at->name))
                                    : json_sprintf("%s%s%s", first, *first && *last ? " " : "", last);
    return json_pack("{s:s s:o s:s s:s s:o}", "key", heading_cell(c, row, at->key), "name", name, "email",
                     heading_cell(c, row, at->email), "section", heading_cell(c, row, at->section),
                     "extra", extra_of(c, row, at));
}

/* Why a row is no student, or NULL; what it has to itself goes to `seen`. */
static const char *problem(const struct csv *c, size_t row, const json_t *s, json_t *seen)
{
    const char *key = util_str(s, "key", ""), *email = util_str(s, "email", "");
    const char *name = util_str(s, "name", ""), *section = util_str(s, "section", "");
    if (csv_cells(c, row) != csv_cells(c, 0))
        return csv_cells(c, row) < csv_cells(c, 0) ? "the row has fewer cells than there are headings"
                                                   : "the row has more cells than there are headings";
    if (!*key)
        return "the row has no key and no name";
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

/* Has nothing where the others have their key, but is somebody. */
static bool has_no_key(const struct csv *c, size_t row, const json_t *s)
{
    return !*util_str(s, "key", "") && *util_str(s, "name", "") && csv_cells(c, row) == csv_cells(c, 0) &&
           !is_unsafe(util_str(s, "name", ""));
}

static void add_row(const struct csv *c, size_t row, const struct columns *at, json_t *seen, json_t *to)
{
    json_t *s = student(c, row, at);
    int line = (int)csv_line(c, row);
    if (has_no_key(c, row, s)) {
        json_array_append_new(json_object_get(to, "left_out"),
                              json_pack("{s:i s:s s:s}", "line", line, "name", util_str(s, "name", ""), "column",
                                        csv_cell(c, 0, (size_t)at->key)));
    } else {
        const char *why = problem(c, row, s, seen);
        if (why)
            json_array_append_new(json_object_get(to, "bad"), json_pack("{s:i s:s}", "line", line, "why", why));
        else
            json_array_append(json_object_get(to, "students"), s);
    }
    json_decref(s);
}

/* What its columns are called, where none is the key's or the names'. */
static void refuse_headings(const struct csv *c, const struct columns *at, struct err *e)
{
    struct text all = {.cap = 600};
    bool key = at->key == NONE;
    heading_list(c, &all);
    if (!*text_str(&all))
        err_set(e, "The file is empty.");
    else
        err_set(e, "The file has no column for %s: its first line has to name the columns, such as key, name, email, "
                   "section, or --column %s=HEADING names the column. The columns are: %s.",
                key ? "a key (ID, SIS User ID, e-mail)" : "names", key ? "key" : "name", text_str(&all));
    text_finish(&all);
}

json_t *roster_parse(const struct csv *c, const char *const *said, size_t nsaid, struct err *e)
{
    struct columns at = find_columns(c, said, nsaid, e);
    if (!at.good)
        return NULL;
    if (at.key == NONE || (at.name == NONE && at.first == NONE && at.last == NONE)) {
        refuse_headings(c, &at, e);
        return NULL;
    }
    json_t *ret = json_pack("{s:[] s:[] s:[]}", "students", "bad", "left_out"), *seen = json_object();
    for (size_t r = 1; r < csv_rows(c); r++)
        if (!heading_empty_row(c, r) && !is_no_student(c, r, &at))
            add_row(c, r, &at, seen, ret);
    json_decref(seen);
    return ret;
}
