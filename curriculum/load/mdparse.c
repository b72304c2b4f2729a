/* mdparse.c: md4c with our extensions, and with links and blocks after lists as their writers mean them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "mdparse.h"
#include "runner/base/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 8 << 20 };

size_t mdparse_entity(const char *p, size_t n, char ret[MDPARSE_ENTITY])
{
    static const struct {
        const char *name, *text;
    } known[] = {
        {"&amp;", "&"},       {"&lt;", "<"},         {"&gt;", ">"},          {"&quot;", "\""},
        {"&nbsp;", "\u00a0"}, {"&times;", "\u00d7"}, {"&middot;", "\u00b7"}, {"&le;", "\u2264"},
        {"&ge;", "\u2265"},   {"&ne;", "\u2260"},    {"&asymp;", "\u2248"},  {"&rarr;", "\u2192"},
        {"&larr;", "\u2190"}, {"&ndash;", "\u2013"}, {"&mdash;", "\u2014"},  {"&hellip;", "\u2026"},
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (strlen(known[k].name) == n && !memcmp(known[k].name, p, n)) {
            strcpy(ret, known[k].text);
            return strlen(ret);
        }
    if (n <= 3 || n >= 12 || p[1] != '#')
        return 0;
    char digits[12] = "";
    bool hex = p[2] == 'x' || p[2] == 'X';
    memcpy(digits, p + 2 + hex, n - 3 - (size_t)hex);
    unsigned long c = strtoul(digits, NULL, hex ? 16 : 10);
    if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        c = 0xfffd;
    return utf8_put((uint32_t)c, ret);
}

/* --- indented blocks after a list ---------------------------------------------------------- */

/*
 * "1. item", an empty line, and four blanks: to CommonMark that goes on in the item, and its lines would flow together.
 * Writers mean a block of code, as anywhere else. Such lines are given the blanks that make them one.
 */
struct lister {
    size_t offset; /* where the text of the last list item begins; 0 outside of lists */
    size_t shift;  /* blanks for each line of the block under way */
    bool fenced, blank;
};

static size_t blanks_before(const char *p, size_t n)
{
    size_t k = 0;
    while (k < n && p[k] == ' ')
        k++;
    return k;
}

/* Where the text of a list item begins; 0: this line is none. */
static size_t item_offset(const char *p, size_t n)
{
    size_t at = blanks_before(p, n), k = at, gap;
    if (k < n && strchr("-*+", p[k])) {
        k++;
    } else {
        while (k < n && k < at + 9 && p[k] >= '0' && p[k] <= '9')
            k++;
        if (k == at || k == n || (p[k] != '.' && p[k] != ')'))
            return 0;
        k++;
    }
    gap = blanks_before(p + k, n - k);
    return gap ? k + (gap > 4 ? 1 : gap) : 0;
}

/* Blanks to put before this line. */
static size_t shift_of(struct lister *l, const char *p, size_t n)
{
    size_t indent = blanks_before(p, n), item = item_offset(p, n);
    bool after_blank = l->blank;
    l->blank = indent == n;
    if (l->blank)
        return 0;
    if (n - indent >= 3 && (!memcmp(p + indent, "```", 3) || !memcmp(p + indent, "~~~", 3)))
        l->fenced = !l->fenced;
    if (l->fenced || item || indent == 0) {
        l->offset = item ? item : l->fenced ? l->offset : 0;
        return l->shift = 0;
    }
    if (after_blank)
        l->shift = l->offset && indent >= MDPARSE_INDENT && indent > l->offset && indent < l->offset + MDPARSE_INDENT
                       ? l->offset + MDPARSE_INDENT - indent : 0;
    return l->shift;
}

/* A copy with those blanks; free() it. */
static char *with_blocks(const char *text, size_t size, size_t *ret_size)
{
    struct lister l = {0};
    char *copy = NULL;
    FILE *out = open_memstream(&copy, ret_size);
    for (size_t at = 0; out && at < size;) {
        const char *stop = memchr(text + at, '\n', size - at);
        size_t n = stop ? (size_t)(stop - text) - at : size - at;
        fprintf(out, "%*s", (int)shift_of(&l, text + at, n), "");
        fwrite(text + at, 1, n + (stop != NULL), out);
        at += n + (stop != NULL);
    }
    if (!out || fclose(out)) {
        free(copy);
        return NULL;
    }
    return copy;
}

/* --- links with blanks in their targets ----------------------------------------------------- */

enum { MAX_TARGET = 300 };

/* The bytes of a target up to its ")", or 0: it has no end, no blank, or what no target of ours has. */
static size_t blank_target(const char *p, size_t n)
{
    int depth = 0;
    bool blank = false;
    for (size_t k = 0; k < n && k < MAX_TARGET; k++) {
        if (p[k] == ')' && !depth--)
            return blank ? k : 0;
        depth += p[k] == '(';
        if (strchr("<>`[]", p[k]) || (p[k] == '\n' && k + 1 < n && p[k + 1] == '\n'))
            return 0;
        blank |= p[k] == ' ' || p[k] == '\n';
    }
    return 0;
}

/* "<target>", whose line breaks are blanks. */
static void put_target(FILE *out, const char *p, size_t n)
{
    putc('<', out);
    for (size_t k = 0; k < n; k++) {
        bool again = k && strchr(" \n", p[k]) && strchr(" \n", p[k - 1]);
        if (!again)
            putc(p[k] == '\n' ? ' ' : p[k], out);
    }
    putc('>', out);
}

/* Headings have blanks, and to CommonMark "[text](ridge:lab#A heading)" is no link, "(<ridge:lab#A heading>)" is one. A
 * copy in which all of them are, outside of code; free() it. */
static char *with_targets(const char *text, size_t size, size_t *ret_size)
{
    static const char sign[] = "](ridge:";
    char *copy = NULL;
    FILE *out = open_memstream(&copy, ret_size);
    bool fenced = false, code = false;
    for (size_t at = 0, n; out && at < size; at++) {
        if ((!at || text[at - 1] == '\n') && size - at >= 3 && !memcmp(text + at, "```", 3))
            fenced = !fenced;
        code = text[at] == '`' ? !code : text[at] == '\n' && (at + 1 == size || text[at + 1] == '\n') ? false : code;
        if (fenced || code || size - at < sizeof sign || memcmp(text + at, sign, sizeof sign - 1) ||
            !(n = blank_target(text + at + 2, size - at - 2))) {
            putc(text[at], out);
            continue;
        }
        fputs("](", out);
        put_target(out, text + at + 2, n);
        at += 1 + n;
    }
    if (!out || fclose(out)) {
        free(copy);
        return NULL;
    }
    return copy;
}

/* --- the whole ---------------------------------------------------------------------------- */

int mdparse(const char *text, size_t size, const MD_PARSER *callbacks, void *ctx)
{
    MD_PARSER parser = *callbacks;
    parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS |
                   MD_FLAG_COLLAPSEWHITESPACE;
    size_t linked_n = 0, n = 0;
    char *linked = with_targets(text, size > MAX_SIZE ? MAX_SIZE : size, &linked_n);
    char *source = linked ? with_blocks(linked, linked_n, &n) : NULL;
    int rc = source ? md_parse(source, (MD_SIZE)n, &parser, ctx) : -1;
    free(source);
    free(linked);
    return rc ? -1 : 0;
}
