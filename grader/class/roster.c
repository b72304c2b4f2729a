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

/* A heading's letters and digits in lower case, those with marks as their plain letters: what is looked for needs no
 * others. */
static void fold(const char *s, char to[64])
{
    static const char *const marked[] = {"äa", "öo", "üu", "ée", "èe", "êe", "àa", "çc", NULL};
    size_t n = 0;
    while (*s && n < 63) {
        size_t k = 0;
        const char *at = NULL;
        for (; marked[k] && !at; k++)
            at = strncmp(marked[k], s, 2) ? NULL : marked[k];
        if (!at && !strncmp(s, "É", 2))
            at = "Ée";
        if (at || isalnum((unsigned char)*s))
            to[n++] = at ? at[2] : (char)tolower((unsigned char)*s);
        s += at ? 2 : 1;
    }
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
static const char *const section_names[] = {"section", "group", "class", "sections", "gruppe", "groupe", NULL};

static struct columns find_columns(const struct csv *c)
{
    return (struct columns){column(c, true, key_names),   column(c, false, name_names),  column(c, false, first_names),
                            column(c, false, last_names), column(c, false, email_names),
                            column(c, false, section_names)};
}

static long headed(const struct csv *c, const char *heading)
{
    for (size_t k = 0; k < csv_cells(c, 0); k++)
        if (!strcmp(csv_cell(c, 0, k), heading))
            return (long)k;
    return NONE;
}

/* All headings, for whoever named one that is not there. */
static void list_headings(const struct csv *c, struct text *to)
{
    for (size_t k = 0; k < csv_cells(c, 0); k++)
        text_addf(to, "%s%s", k ? ", " : "", csv_cell(c, 0, k));
}

/* "key=Matrikel": that column, whatever its heading. A name that is said goes before a first and a last one. */
static int say_column(const struct csv *c, const char *said, struct columns *at, struct err *e)
{
    const struct {
        const char *word;
        long *to;
    } known[] = {{"key", &at->key},   {"name", &at->name},   {"first", &at->first},
                 {"last", &at->last}, {"email", &at->email}, {"section", &at->section}};
    const char *is = strchr(said, '=');
    for (size_t k = 0; is && k < sizeof known / sizeof *known; k++) {
        if (strlen(known[k].word) != (size_t)(is - said) || strncmp(said, known[k].word, (size_t)(is - said)))
            continue;
        *known[k].to = headed(c, is + 1);
        if (*known[k].to != NONE)
            return 0;
        struct text all = {.cap = 600};
        list_headings(c, &all);
        err_set(e, "no column is headed \"%s\"; there are: %s", is + 1, text_str(&all));
        text_finish(&all);
        return -1;
    }
    return err_set(e, "--column takes key, name, first, last, email or section, and a heading of the file: "
                      "key=Matrikel; not \"%s\"", said);
}

static const char *cell(const struct csv *c, size_t row, long at)
{
    const char *s = at == NONE ? "" : csv_cell(c, row, (size_t)at);
    return s + strspn(s, " ");
}

/* Excel leaves rows of nothing but separators behind. */
static bool is_empty(const struct csv *c, size_t row)
{
    for (size_t k = 0; k < csv_cells(c, row); k++)
        if (csv_cell(c, row, k)[strspn(csv_cell(c, row, k), " ")])
            return false;
    return true;
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
        return "no key, and no name";
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

json_t *roster_parse(const struct csv *c, const char *const *said, size_t nsaid, struct err *e)
{
    struct columns at = find_columns(c);
    for (size_t k = 0; k < nsaid; k++)
        if (say_column(c, said[k], &at, e))
            return NULL;
    if (at.key == NONE || (at.name == NONE && at.first == NONE && at.last == NONE)) {
        struct text all = {.cap = 600};
        list_headings(c, &all);
        err_set(e, "no column for %s: its first line has to name the columns, such as key, name, email, section, or "
                   "--column %s=HEADING says which it is; there are: %s",
                at.key == NONE ? "a key (ID, SIS User ID, e-mail)" : "names", at.key == NONE ? "key" : "name",
                text_str(&all));
        text_finish(&all);
        return NULL;
    }
    json_t *ret = json_pack("{s:[] s:[] s:[]}", "students", "bad", "left_out"), *seen = json_object();
    for (size_t r = 1; r < csv_rows(c); r++)
        if (!is_empty(c, r) && !is_no_student(c, r, &at))
            add_row(c, r, &at, seen, ret);
    json_decref(seen);
    return ret;
}
