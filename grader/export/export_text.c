/* export_text.c: foreign text made harmless for tables and XML; numbers as other systems read them. */
#include "export_internal.h"

#include "grader/class/adjust.h"
#include "grader/class/remark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Excel's cell has 32,767 characters, and spills what is longer into the cells behind. */
enum { CELL_BYTES = 32767 };

/* Clean and on one line; free() it. */
static char *one_line(const char *s)
{
    char *clean = util_clean(s, strlen(s), 0);
    for (char *p = clean; *p; p++)
        if ((unsigned char)*p < ' ')
            *p = ' ';
    return clean;
}

static bool is_formula(const char *s)
{
    static const char *const wide[] = { "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d",
                                        "\xef\xbc\xa0" }; /* = + - @ */
    s += strspn(s, " ");
    if (*s && strchr("=+-@", *s))
        return !export_is_number(s, NULL);
    for (size_t k = 0; k < sizeof wide / sizeof wide[0]; k++)
        if (!strncmp(s, wide[k], 3))
            return true;
    return false;
}

/* Cut between two characters, with "…" behind, where it is longer than a cell may be. */
static void fit_cell(char *s)
{
    size_t n = strlen(s);
    if (n <= CELL_BYTES)
        return;
    for (n = CELL_BYTES - 4; n && (s[n] & 0xc0) == 0x80; n--)
        ;
    memcpy(s + n, "\xe2\x80\xa6", 4);
}

void export_cell(struct text *to, const char *s, char separator)
{
    char *clean = one_line(s), *whole = util_path("%s%s", is_formula(clean) ? "'" : "", clean);
    fit_cell(whole);
    csv_write_cell(to, whole, separator);
    free(whole);
    free(clean);
}

void export_number(struct text *to, double v, char point)
{
    char s[64];
    snprintf(s, sizeof s, "%.2f", v);
    if (!strcmp(s, "-0.00"))
        snprintf(s, sizeof s, "0.00");
    if (strchr(s, '.'))
        *strchr(s, '.') = point;
    text_addf(to, "%s", s);
}

void export_xml(struct text *to, const char *s)
{
    char *clean = util_clean(s, strlen(s), 0);
    for (const char *p = clean; *p; p++) {
        const char *as = *p == '<'   ? "&lt;"
                         : *p == '>' ? "&gt;"
                         : *p == '&' ? "&amp;"
                         : *p == '"' ? "&quot;"
                                     : NULL;
        as = *p == '\n' ? "&#10;" : *p == '\t' ? "&#9;" : as; /* attributes would lose them */
        text_add(to, as ? as : p, as ? strlen(as) : 1);
    }
    free(clean);
}

bool export_is_number(const char *s, double *ret)
{
    char plain[64];
    size_t n = strlen(s), digits = 0, points = 0;
    if (n >= sizeof plain)
        return false;
    for (size_t k = 0; k <= n; k++) {
        plain[k] = s[k] == ',' ? '.' : s[k];
        digits += s[k] >= '0' && s[k] <= '9';
        points += plain[k] == '.';
        if (s[k] && !strchr("0123456789.,", s[k]) && !(k == 0 && strchr("+-", s[k])))
            return false;
    }
    if (!digits || points > 1)
        return false;
    if (ret)
        *ret = strtod(plain, NULL);
    return true;
}

bool export_value(const json_t *row, const char *key, double *ret)
{
    const json_t *v = json_object_get(row, key);
    if (json_is_number(v))
        *ret = json_number_value(v);
    return json_is_number(v);
}

bool export_is_excused(const json_t *row)
{
    return !strcmp(util_str(row, "status", ""), "EXCUSED");
}

/* "; 7.5 of 10 points by hand: ill (measured: 3.00)". */
static void add_adjustments(const json_t *row, struct text *to)
{
    const json_t *a = json_object_get(row, "adjust");
    double grade;
    if (!json_is_object(a))
        return;
    text_addf(to, "; ");
    adjust_sentences(row, to);
    if (!adjust_decides(row))
        return;
    text_addf(to, " (measured: ");
    if (export_value(json_object_get(a, "measured"), "grade", &grade))
        text_addf(to, "%.2f)", grade);
    else
        text_addf(to, "nothing)");
}

/* What people said beside the machine. */
static void add_said(const json_t *row, struct text *to)
{
    struct text said = { 0 };
    remark_sentences(row, &said);
    if (said.len)
        text_addf(to, "; %s", text_str(&said));
    text_finish(&said);
}

void export_remark(const json_t *row, struct text *to)
{
    double days = 0, lost = 0;
    if (export_is_excused(row)) {
        adjust_sentences(row, to);
        return;
    }
    const char *stage = util_str(row, "stage", ""), *why = util_str(row, "why", "");
    text_addf(to, "%s", util_str(row, "status", ""));
    if (*stage)
        text_addf(to, ", %s", stage);
    if (export_value(row, "late_days", &days) && days > 0) {
        export_value(row, "penalty", &lost);
        text_addf(to, ", %.0f day%s late: -%.2f", days, days > 1 ? "s" : "", lost);
    }
    if (*why)
        text_addf(to, ": %s", why);
    add_said(row, to);
    add_adjustments(row, to);
}
