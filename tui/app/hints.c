/* Of a tier of hints what is about one function. */
#define _GNU_SOURCE
#include "hints.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "failures.h"
#include "runner/base/util.h"

enum { LEAD_WORDS = 3, TOKEN = 40, LEAST = 3 };

static void add_name(json_t *to, const char *name)
{
    if (name && !util_lists(to, name))
        json_array_append_new(to, json_string(name));
}

/* The function that a call asks for: the first of those whose results it takes together, else the call's own name. */
static const char *asked_by(const json_t *call)
{
    const json_t *fn = json_object_get(json_object_get(call, "asks"), "fn");
    if (json_is_object(fn))
        fn = json_object_iter_value(json_object_iter((json_t *)(size_t)fn));
    return json_is_string(fn) ? json_string_value(fn) : util_str(call, "name", "");
}

json_t *hints_functions(const json_t *lab)
{
    json_t *list = json_array();
    size_t k;
    const json_t *call, *one;
    const char *out;
    json_array_foreach(json_object_get(lab, "calls"), k, call) {
        const json_t *fn = json_object_get(json_object_get(call, "asks"), "fn");
        if (json_is_object(fn))
            json_object_foreach((json_t *)fn, out, one)
                add_name(list, json_string_value(one));
        else
            add_name(list, asked_by(call));
    }
    return list;
}

static int is_letter(int c)
{
    return isalnum(c) || c == '_';
}

/* Where the word stands by itself; -1: nowhere. */
static long find_word(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    for (size_t k = 0; n && k + n <= len; k++)
        if (!strncmp(text + k, word, n) && (!k || !is_letter((unsigned char)text[k - 1])) &&
            (k + n == len || !is_letter((unsigned char)text[k + n])))
            return (long)k;
    return -1;
}

const char *hints_title(const json_t *tier)
{
    static const char number[] = "Tier ";
    const char *title = util_str(tier, "title", "");
    const char *rest = strncmp(title, number, strlen(number)) ? "" : title + strlen(number);
    rest += strspn(rest, "0123456789");
    return *rest == ' ' ? rest + 1 : title;
}

const json_t *hints_milestone(const json_t *report)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        const char *status = util_str(m, "status", "");
        if (!strcmp(status, "FAIL") || !strcmp(status, "ERROR"))
            return m;
    }
    return NULL;
}

/* The function or the call that a message names first, as the lab's function. */
static const char *named_in(const json_t *lab, const json_t *functions, const char *said)
{
    const char *found = NULL;
    size_t k, len = strlen(said), least = len;
    long at;
    const json_t *f, *call;
    json_array_foreach(functions, k, f)
        if ((at = find_word(said, len, json_string_value(f))) >= 0 && (size_t)at < least) {
            least = (size_t)at;
            found = json_string_value(f);
        }
    json_array_foreach(json_object_get(lab, "calls"), k, call)
        if ((at = find_word(said, len, util_str(call, "name", ""))) >= 0 && (size_t)at < least) {
            least = (size_t)at;
            found = asked_by(call);
        }
    return found;
}

/* The name as `functions` has it, or NULL. */
static const char *one_of(const json_t *functions, const char *name)
{
    size_t k;
    const json_t *f;
    json_array_foreach(functions, k, f)
        if (name && !strcmp(name, json_string_value(f)))
            return json_string_value(f);
    return NULL;
}

const char *hints_failed(const json_t *report, const json_t *lab, const json_t *functions)
{
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(report, "cases"), k, row) {
        const char *name = util_str(row, "function", util_str(row, "call", ""));
        const char *mine = failure_is(row) ? one_of(functions, name) : NULL;
        if (mine)
            return mine;
    }
    return one_of(functions, named_in(lab, functions, util_str(hints_milestone(report), "message", "")));
}

/* ---- what a block is about ------------------------------------------------------------------------------------- */

/* "attn" is short for "Attention", "copy" for "Copy": the letters in their order, from the first two on. */
static int short_for(const char *token, size_t n, const char *word, size_t len)
{
    size_t at = 0;
    if (n < LEAST || len < n || strncasecmp(token, word, 2))
        return 0;
    for (size_t k = 0; k < len && at < n; k++)
        at += tolower((unsigned char)word[k]) == tolower((unsigned char)token[at]);
    return at == n;
}

/* Does another function have that part of its name, too? */
static int shared(const json_t *functions, const char *own, const char *token, size_t n)
{
    size_t k;
    const json_t *f;
    json_array_foreach(functions, k, f) {
        const char *name = json_string_value(f);
        for (const char *at = name; strcmp(name, own) && *at; at += strcspn(at, "_") + (at[strcspn(at, "_")] == '_'))
            if (strcspn(at, "_") == n && !strncmp(at, token, n))
                return 1;
    }
    return 0;
}

static int name_is_short(const json_t *functions, const char *function, const char *word, size_t len)
{
    for (const char *at = function; *at;) {
        size_t n = strcspn(at, "_");
        if (!shared(functions, function, at, n) && short_for(at, n, word, len))
            return 1;
        at += n + (at[n] == '_');
    }
    return 0;
}

/* In its first words, up to a colon or a comma. */
static int leads_with(const json_t *functions, const char *function, const char *text, size_t len)
{
    size_t k = strspn(text, "- \t");
    for (int words = 0; words < LEAD_WORDS && k < len && text[k] != '\n'; words++) {
        size_t n = 0;
        while (k + n < len && is_letter((unsigned char)text[k + n]))
            n++;
        if (n && name_is_short(functions, function, text + k, n))
            return 1;
        k += n;
        if (k < len && (text[k] == ':' || text[k] == ',' || text[k] == '`'))
            return 0;
        k += k < len;
    }
    return 0;
}

/* 1 it is about `function`, 0 about another, -1 about none. */
static int about(const json_t *functions, const char *function, const char *text, size_t len)
{
    int leads = 0, named = 0;
    size_t k;
    const json_t *f;
    json_array_foreach(functions, k, f) {
        const char *name = json_string_value(f);
        int own = function && !strcmp(name, function), led = leads_with(functions, name, text, len);
        leads |= led ? 1 + own : 0;
        named |= find_word(text, len, name) >= 0 ? 1 + own : 0;
    }
    int found = leads ? leads : named;
    return found ? (found & 2) != 0 : -1;
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

static int begins_block(const char *line, int after_blank)
{
    return !strncmp(line, "- ", 2) || (after_blank && *line != ' ' && *line != '\n');
}

static size_t block_length(const char *text)
{
    size_t n = strcspn(text, "\n");
    n += text[n] == '\n';
    for (int blank = 0; text[n];) {
        size_t line = strcspn(text + n, "\n");
        if (line && begins_block(text + n, blank))
            break;
        blank = !line;
        n += line + (text[n + line] == '\n');
    }
    return n;
}

char *hints_about(const char *text, const json_t *functions, const char *function)
{
    char *ret = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&ret, &n);
    int last = -1;
    while (to && *text) {
        size_t len = block_length(text);
        int is = about(functions, function, text, len);
        if (is < 0 && strncmp(text, "- ", 2))
            is = last; /* a paragraph goes on about what the one before is about */
        if (is)
            fwrite(text, 1, len, to);
        last = strncmp(text, "- ", 2) ? is : -1;
        text += len;
    }
    if (to)
        fclose(to);
    return ret;
}

/* Has any tier a block that is about this function and not about all? */
static int spoken_of(const json_t *tiers, const json_t *functions, const char *function)
{
    size_t k;
    const json_t *tier;
    json_array_foreach(tiers, k, tier)
        for (const char *text = util_str(tier, "text", ""); *text; text += block_length(text))
            if (about(functions, function, text, block_length(text)) > 0)
                return 1;
    return 0;
}

void hints_no_function(const json_t *lab, const json_t *tiers, const json_t *functions, const json_t *milestone,
                       char *ret, size_t n)
{
    const char *why = milestone ? "What failed names no function of this lab" : "No run of this lab has gone wrong yet";
    size_t k, len = 0;
    const json_t *f;
    *ret = 0;
    json_array_foreach(functions, k, f)
        if (len < n && spoken_of(tiers, functions, json_string_value(f)))
            len += len ? (size_t)snprintf(ret + len, n - len, ", %s", json_string_value(f))
                       : (size_t)snprintf(ret, n, "%s: only what is about all of its functions is shown. About one "
                                          "function: `ridge hint %s FUNCTION`, with %s",
                                          why, util_str(lab, "id", ""), json_string_value(f));
    if (len && len < n)
        snprintf(ret + len, n - len, ".");
}
