/* decide.c: see decide.h. */
#include "decide.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "adjust.h"
#include "heading.h"
#include "late.h"

enum { KEY, POINTS, EXCUSE, DUE, REASON, COLUMNS };
enum { LONGEST = 1000 };

static const char *const key_names[] = {"key", "studentid", "sisuserid", "sisid", "sid", "idnumber", "idnummer",
                                        "matrikelnummer", "numerodidentification", "id", "username", "anmeldename",
                                        "nomdutilisateur", "sisloginid", "loginid", "login", "identifier", "email",
                                        "emailaddress", "emailadresse", "adressedecourriel", "student", "name",
                                        "fullname", NULL};
static const char *const points_names[] = {"points", "grade", "score", "mark", "punkte", "note", "bewertung", NULL};
static const char *const excuse_names[] = {"excuse", "excused", "entschuldigt", "excuse", "dispense", NULL};
static const char *const due_names[] = {"due", "duetime", "duedate", "extension", "abgabe", "frist", "echeance", NULL};
static const char *const reason_names[] = {"reason", "comment", "why", "grund", "begrundung", "kommentar", "raison",
                                           "motif", "commentaire", NULL};

struct parse {
    const struct csv *table;
    struct heading h[COLUMNS];
    const char *reason;
    json_t *rows, *bad;
};

static void complain(struct parse *p, size_t row, long column, const char *why)
{
    json_array_append_new(p->bad, json_pack("{s:i s:i s:s}", "line", (int)csv_line(p->table, row), "column",
                                            (int)column + 1, "why", why));
}

static const char *cell(const struct parse *p, size_t row, int which)
{
    return heading_cell(p->table, row, p->h[which].at);
}

/* A word without blanks behind, in lower case; "" for one that is longer than any that is known. */
static void word_of(const char *s, char ret[16])
{
    size_t n = strlen(s);
    while (n && s[n - 1] == ' ')
        n--;
    if (n > 15)
        n = 0;
    for (size_t k = 0; k < n; k++)
        ret[k] = (char)tolower((unsigned char)s[k]);
    ret[n] = 0;
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word))
        list++;
    return *list != NULL;
}

static void add(struct parse *p, size_t row, const char *kind, json_t *value)
{
    const char *own = cell(p, row, REASON), *reason = *own ? own : p->reason;
    char *clean = util_clean(reason ? reason : "", strlen(reason ? reason : ""), 0);
    for (char *s = clean; *s; s++)
        *s = (unsigned char)*s < ' ' ? ' ' : *s;
    if (!*clean || strlen(clean) > LONGEST) {
        complain(p, row, p->h[REASON].at, *clean ? "the reason is too long: a sentence is enough"
                                                 : "no reason: a column for it, or --reason for all, says why");
        json_decref(value);
    } else {
        json_array_append_new(p->rows, json_pack("{s:i s:s s:s s:o s:s}", "line", (int)csv_line(p->table, row), "who",
                                                 cell(p, row, KEY), "kind", kind, "value", value, "reason", clean));
    }
    free(clean);
}

/* 1: points were given. */
static int add_points(struct parse *p, size_t row)
{
    char text[32];
    int64_t v;
    const char *said = cell(p, row, POINTS);
    size_t n = strlen(said);
    while (n && said[n - 1] == ' ')
        n--;
    if (!n)
        return 0;
    snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : 0), said);
    char *comma = csv_separator(p->table) == ',' ? NULL : strchr(text, ',');
    if (comma)
        *comma = '.';
    if (adjust_parse_points(text, &v))
        complain(p, row, p->h[POINTS].at, "points are a number such as 7 or 7.5, with three places at most");
    else
        add(p, row, "points", json_integer(v));
    return 1;
}

static int add_excuse(struct parse *p, size_t row)
{
    static const char *const yes[] = {"yes", "y", "true", "1", "x", "ex", "excused", "ja", "j", "oui", "o", NULL},
                             *const no[] = {"", "no", "n", "false", "0", "nein", "non", NULL};
    char word[16];
    const char *said = cell(p, row, EXCUSE);
    word_of(said, word);
    if (*said && !*word)
        word[0] = '?', word[1] = 0;
    if (is_one_of(word, yes))
        return add(p, row, "excuse", json_null()), 1;
    if (!is_one_of(word, no))
        complain(p, row, p->h[EXCUSE].at, "an excuse is yes or no");
    return 0;
}

static int add_due(struct parse *p, size_t row)
{
    char word[16], text[64];
    int64_t ms;
    const char *said = cell(p, row, DUE);
    size_t n = strlen(said);
    while (n && said[n - 1] == ' ')
        n--;
    if (!n)
        return 0;
    word_of(said, word);
    snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : 0), said);
    if (!strcmp(word, "none"))
        add(p, row, "due", json_null());
    else if (late_parse_time(text, &ms))
        complain(p, row, p->h[DUE].at, "a due time has its offset, such as 2026-12-08T23:59+01:00, or is none");
    else
        add(p, row, "due", json_integer(ms));
    return 1;
}

static void add_row(struct parse *p, size_t row, json_t *seen)
{
    const char *who = cell(p, row, KEY);
    size_t bad = json_array_size(p->bad);
    if (csv_cells(p->table, row) != csv_cells(p->table, 0)) {
        complain(p, row, -1, csv_cells(p->table, row) < csv_cells(p->table, 0) ? "fewer cells than headings"
                                                                             : "more cells than headings");
        return;
    }
    if (!*who)
        complain(p, row, p->h[KEY].at, "no student is named");
    else if (json_object_get(seen, who))
        complain(p, row, p->h[KEY].at, "this student has a row before");
    if (json_array_size(p->bad) > bad)
        return;
    json_object_set_new(seen, who, json_true());
    add_due(p, row);
    if (add_excuse(p, row) && *cell(p, row, POINTS))
        complain(p, row, p->h[POINTS].at, "an excuse and points answer the same question: give one of them");
    else
        add_points(p, row);
}

json_t *decide_parse(const struct csv *c, const char *const *said, size_t nsaid, const char *reason, struct err *e)
{
    struct parse p = {.table = c,
                      .h = {{"key", key_names, true, 0},
                            {"points", points_names, false, 0},
                            {"excuse", excuse_names, false, 0},
                            {"due", due_names, false, 0},
                            {"reason", reason_names, false, 0}},
                      .reason = reason};
    struct text all = {.cap = 600};
    heading_find(c, p.h, COLUMNS);
    for (size_t k = 0; k < nsaid; k++)
        if (heading_say(c, said[k], p.h, COLUMNS, e))
            return NULL;
    bool decides = p.h[POINTS].at != HEADING_NONE || p.h[EXCUSE].at != HEADING_NONE || p.h[DUE].at != HEADING_NONE;
    if (p.h[KEY].at == HEADING_NONE || !decides) {
        heading_list(c, &all);
        err_set(e, "The file has no column for %s; --column %s=HEADING names the column. The columns are: %s.",
                decides ? "a student (a key, login, e-mail or name)" : "points, an excuse or a due time",
                decides ? "key" : "points", text_str(&all));
        text_finish(&all);
        return NULL;
    }
    json_t *ret = json_pack("{s:[] s:[]}", "rows", "bad"), *seen = json_object();
    p.rows = json_object_get(ret, "rows");
    p.bad = json_object_get(ret, "bad");
    for (size_t r = 1; r < csv_rows(c); r++)
        if (!heading_empty_row(c, r))
            add_row(&p, r, seen);
    json_decref(seen);
    return ret;
}
