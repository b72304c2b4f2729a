/* export_match.c: whose row of a foreign file is this? One student or none: a grade must not reach a neighbour. */
#include "export_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

bool export_same_word(const char *a, const char *b)
{
    while (blank(*a))
        a++;
    while (blank(*b))
        b++;
    size_t n = strlen(a), m = strlen(b);
    while (n && blank(a[n - 1]))
        n--;
    while (m && blank(b[m - 1]))
        m--;
    return n == m && !strncasecmp(a, b, n);
}

/* "Doe, Ada" and "Ada  Doe" as "Ada Doe". */
static void plain_name(const char *s, char *to, size_t size)
{
    const char *comma = strchr(s, ',');
    char turned[256];
    if (comma)
        snprintf(turned, sizeof turned, "%s %.*s", comma + 1, (int)(comma - s), s);
    else
        snprintf(turned, sizeof turned, "%s", s);
    size_t n = 0;
    for (const char *p = turned; *p && n + 1 < size; p++)
        if (!blank(*p) || (n && !blank(to[n - 1])))
            to[n++] = *p;
    to[n] = 0;
}

static bool same_name(const char *a, const char *b)
{
    char x[256], y[256];
    plain_name(a, x, sizeof x);
    plain_name(b, y, sizeof y);
    return *x && export_same_word(x, y);
}

/* What the roster has under that header; NULL: no such column. */
static const char *roster_value(const json_t *row, const char *header)
{
    const char *name;
    json_t *v;
    json_object_foreach(json_object_get(row, "extra"), name, v) {
        if (export_same_word(name, header))
            return json_string_value(v);
    }
    return NULL;
}

/* The part of an address before the @. */
static bool same_login(const char *login, const char *email)
{
    size_t n = strcspn(email, "@");
    return n && strlen(login) == n && !strncasecmp(login, email, n);
}

/* The number of a folder in Moodle's download: "Ada Doe_4711_assignsubmission_file_". */
static bool same_participant(const json_t *row, const char *value)
{
    const char *mark = strstr(util_str(row, "origin", ""), "_assignsubmission_"), *from = mark;
    while (mark && from > util_str(row, "origin", "") && from[-1] >= '0' && from[-1] <= '9')
        from--;
    const char *digits = value + strcspn(value, "0123456789");
    return mark && from < mark && strlen(digits) == (size_t)(mark - from) &&
           !strncmp(digits, from, (size_t)(mark - from));
}

static bool says(const json_t *row, const struct export_claim *c)
{
    const char *own = roster_value(row, c->header), *key = util_str(row, "key", ""),
               *email = util_str(row, "email", "");
    if (own && *own && c->field != FIELD_NAME)
        return export_same_word(own, c->value);
    switch (c->field) {
    case FIELD_OWN:
        return false;
    case FIELD_ID:
        return export_same_word(key, c->value);
    case FIELD_LOGIN:
        return export_same_word(key, c->value) || export_same_word(email, c->value) || same_login(c->value, email);
    case FIELD_EMAIL:
        return export_same_word(email, c->value);
    case FIELD_NAME:
        return same_name(util_str(row, "name", ""), c->value);
    case FIELD_PARTICIPANT:
        return same_participant(row, c->value);
    }
    return false;
}

/* The only one that a claim fits, or MATCH_NONE. */
static int only(const json_t *rows, const struct export_claim *c)
{
    int found = MATCH_NONE;
    size_t k;
    const json_t *row;
    if (!c->value[strspn(c->value, " \t")])
        return MATCH_NONE;
    json_array_foreach(rows, k, row) {
        if (!says(row, c))
            continue;
        if (found != MATCH_NONE)
            return MATCH_NONE;
        found = (int)k;
    }
    return found;
}

int export_match(const json_t *rows, const struct export_claim *claim, size_t n)
{
    int found = MATCH_NONE;
    for (size_t k = 0; k < n; k++) {
        if (found != MATCH_NONE && claim[k].field == FIELD_NAME)
            continue; /* namesakes and nicknames prove nothing */
        int one = only(rows, &claim[k]);
        if (found == MATCH_NONE)
            found = one;
        else if (one != MATCH_NONE && one != found)
            return MATCH_CONFLICT;
    }
    return found;
}
