/* Words looked for in the sections of a text. */
#define _GNU_SOURCE
#include "search.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/slips.h"
#include "runner/base/util.h"

enum { TITLE = 1000, HEADING = 100, MOST = 99, BEFORE = 24, EXCERPT = 110, LETTERS = 24, NEAR = 32 };

/* A word of a text that is a few slips away from one that is looked for. */
struct near {
    char word[LETTERS + 1];
    int slips, times;
};

/* Of one word that is looked for: what the texts have in its place. */
struct guess {
    char word[LETTERS + 1]; /* in small letters; "": too long or too short to guess, or a phrase */
    bool here;              /* a text has it */
    struct near near[NEAR];
    size_t n;
};

enum { FIGURE = '\x01' }; /* stands where a page computes a figure, until the page is read */

struct hit {
    json_t *doc;
    int score;
    size_t order;
};

struct search {
    char *word[SEARCH_WORDS];
    size_t n;
    struct hit *hit;
    size_t nhits;
    struct guess *guess; /* one for each word; NULL: hits are wanted */
};

struct search *search_new(char *const *words, size_t n)
{
    struct search *s = calloc(1, sizeof *s);
    for (size_t k = 0; s && k < n; k++) {
        const char *from = words[k] + strspn(words[k], " \t\r\n");
        size_t len = strlen(from);
        while (len && isspace((unsigned char)from[len - 1]))
            len--;
        char *word = len && s->n < SEARCH_WORDS ? strndup(from, len) : NULL;
        if (word)
            s->word[s->n++] = word;
        else if (len) {
            search_free(s);
            return NULL;
        }
    }
    if (s && !s->n) {
        free(s);
        return NULL;
    }
    return s;
}

struct search *search_line(const char *line)
{
    char *words[SEARCH_WORDS + 1], *copy = strdup(line), *at = copy;
    size_t n = 0;
    while (at && *(at += strspn(at, " \t")) && n <= SEARCH_WORDS) {
        int quoted = *at == '"';
        words[n++] = at += quoted;
        at += strcspn(at, quoted ? "\"" : " \t");
        if (*at)
            *at++ = 0;
    }
    struct search *s = copy ? search_new(words, n) : NULL;
    free(copy);
    return s;
}

/* Where a word of `text` begins with `word`, in any case. */
static const char *find(const char *text, const char *word)
{
    for (const char *at = text; (at = strcasestr(at, word)); at++)
        if (at == text || !isalnum((unsigned char)at[-1]) || !isalnum((unsigned char)*word))
            return at;
    return NULL;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; n < MOST && (at = find(at, word)); at += strlen(word))
        n++;
    return n;
}

/* 0: a word is missing. */
static int score_of(const struct search *s, const char *title, const char *heading, const char *text)
{
    int score = 0;
    for (size_t k = 0; k < s->n; k++) {
        int in_heading = find(heading, s->word[k]) != NULL, in_text = count(text, s->word[k]);
        if (!in_heading && !in_text)
            return 0;
        score += (find(title, s->word[k]) ? TITLE : 0) + (in_heading ? HEADING : 0) + in_text;
    }
    return score;
}

/* A figure that is not read yet is an ellipsis; 1: there is one. Yours in `ret`. */
static int figures_left(const char *excerpt, char **ret)
{
    struct text t = { 0 };
    int n = 0;
    for (const char *at = excerpt; *at; at++) {
        n += *at == FIGURE;
        text_add(&t, *at == FIGURE ? "…" : at, *at == FIGURE ? strlen("…") : 1);
    }
    *ret = strdup(text_str(&t));
    text_finish(&t);
    return n > 0;
}

static int inside(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80; /* of a character of several bytes, and not its first */
}

/* One line around the first word that the text has: it begins and ends with whole words. Yours. */
static char *excerpt_of(const struct search *s, const char *text)
{
    const char *hit = NULL, *from, *to;
    for (size_t k = 0; k < s->n && !hit; k++)
        hit = find(text, s->word[k]);
    for (from = hit ? hit : text; from > text && hit - from < BEFORE;)
        from--;
    while (from > text && from < hit && from[-1] != ' ')
        from++;
    to = from + strnlen(from, EXCERPT);
    while (*to && to > from && *to != ' ')
        to--;
    if (to == from) /* one word without an end */
        for (to = from + strnlen(from, EXCERPT); to > from && inside(*to);)
            to--;
    char *ret = NULL;
    if (asprintf(&ret, "%s%.*s%s", from > text ? "… " : "", (int)(to - from), from, *to ? " …" : "") < 0)
        return NULL;
    return ret;
}

/* A copy without {{…}}, a mark for each figure; yours. */
static char *without_templates(const char *text)
{
    char *ret = malloc(strlen(text) + 1), *to = ret;
    while (ret && *text) {
        const char *end = !strncmp(text, "{{", 2) ? strstr(text, "}}") : NULL;
        if (end && text[2] == '=')
            *to++ = FIGURE;
        if (end)
            text = end + 2;
        else
            *to++ = *text++;
    }
    if (ret)
        *to = 0;
    return ret;
}

/* Blanks and ends of lines become one blank; marks of Markdown around words go. */
static char *flat(const char *text)
{
    char *ret = malloc(strlen(text) + 1), *to = ret;
    for (const char *at = text; ret && *at; at++) {
        char before = at > text ? at[-1] : ' ';
        int between = isalnum((unsigned char)before) && isalnum((unsigned char)at[1]);
        int alone = isspace((unsigned char)before) && isspace((unsigned char)at[1]);
        if (isspace((unsigned char)*at)) {
            if (to > ret && to[-1] != ' ')
                *to++ = ' ';
        } else if (*at != '`' && (*at != '*' || between || alone)) {
            *to++ = *at;
        }
    }
    if (ret) {
        while (to > ret && to[-1] == ' ')
            to--;
        *to = 0;
    }
    return ret;
}

struct search *search_again(const struct search *s)
{
    return search_new(s->word, s->n);
}

/* ---- what was meant ---------------------------------------------------------------------------------------------- */

/* A word of four letters may have one slip, a longer one two; shorter ones are near to everything. */
static int slips_allowed(const char *word)
{
    size_t n = strlen(word);
    return n < 4 ? 0 : n < 5 ? 1 : 2;
}

static void small(char *to, const char *word, size_t n)
{
    for (size_t k = 0; k < n; k++)
        to[k] = (char)tolower((unsigned char)word[k]);
    to[n] = 0;
}

void search_guess(struct search *s)
{
    s->guess = calloc(s->n, sizeof *s->guess);
    for (size_t k = 0; s->guess && k < s->n; k++) {
        size_t n = strlen(s->word[k]), letters = 0;
        while (isalnum((unsigned char)s->word[k][letters]))
            letters++;
        if (letters == n && n <= LETTERS)
            small(s->guess[k].word, s->word[k], n);
    }
}

static void guess_word(struct guess *g, const char *word)
{
    size_t k, m = strlen(g->word), n = strlen(word);
    if (g->here || !m)
        return;
    g->here = !strncmp(word, g->word, m);
    if (g->here || m > n + 2 || n > m + 2)
        return;
    int slips = slips_between(g->word, word);
    if (slips > slips_allowed(g->word))
        return;
    for (k = 0; k < g->n && strcmp(g->near[k].word, word) != 0; k++) {
    }
    if (k == NEAR)
        return;
    if (k == g->n)
        strcpy(g->near[g->n++].word, word);
    g->near[k].slips = slips;
    g->near[k].times++;
}

static void guess_text(struct search *s, const char *text)
{
    char word[LETTERS + 1];
    for (const char *at = text; *at;) {
        size_t n = 0;
        while (isalnum((unsigned char)at[n]))
            n++;
        if (n && n <= LETTERS) {
            small(word, at, n);
            for (size_t k = 0; k < s->n; k++)
                guess_word(&s->guess[k], word);
        }
        at += n ? n : 1;
    }
}

/* The nearest first, then the commonest. */
static int by_slips(const void *a, const void *b)
{
    const struct near *x = a, *y = b;
    return x->slips != y->slips ? x->slips - y->slips : x->times != y->times ? y->times - x->times
                                                      : strcmp(x->word, y->word);
}

/* The words as they are typed, those without a text replaced: the first of them by its candidate number `k`. */
static json_t *meant_line(const struct search *s, size_t k)
{
    struct text line = { 0 };
    bool first = true;
    for (size_t w = 0; w < s->n; w++) {
        const struct guess *g = &s->guess[w];
        const char *word = s->word[w], *quote = strchr(word, ' ') ? "\"" : "";
        if (*g->word && !g->here) {
            word = g->near[first ? k : 0].word;
            first = false;
        }
        text_addf(&line, "%s%s%s%s", w ? " " : "", quote, word, quote);
    }
    json_t *ret = json_string(text_str(&line));
    text_finish(&line);
    return ret;
}

json_t *search_meant(struct search *s)
{
    json_t *list = json_array();
    size_t first = s->n, k;
    bool near = s->guess != NULL;
    for (k = 0; near && k < s->n; k++) {
        struct guess *g = &s->guess[k];
        if (!*g->word || g->here)
            continue;
        first = first == s->n ? k : first;
        near = g->n > 0;
        qsort(g->near, g->n, sizeof *g->near, by_slips);
    }
    for (k = 0; near && first < s->n && k < s->guess[first].n && k < SEARCH_MEANT; k++)
        json_array_append_new(list, meant_line(s, k));
    search_free(s);
    return list;
}

/* ---- a section --------------------------------------------------------------------------------------------------- */

void search_section(struct search *s, const char *in, const char *page, const char *title, const char *heading,
                    const char *text)
{
    char *raw = without_templates(text), *plain = raw ? flat(raw) : NULL, *name = flat(heading);
    if (s->guess && plain && name) {
        guess_text(s, name);
        guess_text(s, plain);
    }
    int score = !s->guess && plain && name ? score_of(s, title, name, plain) : 0;
    struct hit *more = score ? realloc(s->hit, (s->nhits + 1) * sizeof *more) : NULL;
    if (more) {
        char *marked = excerpt_of(s, plain), *excerpt = NULL;
        int figures = marked && figures_left(marked, &excerpt);
        s->hit = more;
        json_t *doc = json_pack("{s:s, s:s, s:s, s:s, s:s}", "in", in, "page", page, "title", title, "section", name,
                                "excerpt", excerpt ? excerpt : "");
        if (doc && figures)
            json_object_set_new(doc, "figures", json_true());
        free(marked);
        more[s->nhits] = (struct hit){ doc, score, s->nhits };
        s->nhits += doc != NULL;
        free(excerpt);
    }
    free(raw);
    free(plain);
    free(name);
}

/* ---- a page of Markdown ------------------------------------------------------------------------------------------ */

/* 1 to 3; deeper headings are text of the section. */
static int level_of(const char *line)
{
    size_t n = strspn(line, "#");
    return n >= 1 && n <= 3 && line[n] == ' ' ? (int)n : 0;
}

static int answers(const char *line)
{
    line += strspn(line, " \t");
    if (*line != '>')
        return 0;
    line += strspn(line, "> \t*_");
    return !strncasecmp(line, "answer", 6) && !isalnum((unsigned char)line[6]);
}

static int is_empty(const char *line)
{
    return !line[strspn(line, " \t\r>")];
}

struct page {
    struct search *s;
    const char *in, *id;
    const char *title, *heading;
    char *text, *end; /* of the section so far */
};

static void end_section(struct page *p)
{
    *p->end = 0;
    search_section(p->s, p->in, p->id, p->title, p->heading, p->text);
    p->end = p->text;
}

static void take_heading(struct page *p, int level, char *line)
{
    end_section(p);
    const char *name = line + level + strspn(line + level, " ");
    if (level == 1 && !*p->title)
        p->title = p->heading = name;
    else
        p->heading = name;
}

void search_markdown(struct search *s, const char *in, const char *page, const char *text)
{
    char *copy = without_templates(text), *rest = copy, *line;
    struct page p = { s, in, page, "", "", copy ? malloc(strlen(copy) + 2) : NULL, NULL };
    int code = 0, answer = 0;
    p.end = p.text;
    while (p.text && (line = strsep(&rest, "\n"))) {
        int fence = !strncmp(line + strspn(line, " "), "```", 3);
        code ^= fence;
        /* the answer goes on until its quote ends, over the empty lines that are quoted, too */
        answer = !code && (answers(line) || (answer && line[strspn(line, " \t")] != 0));
        if (answer || fence)
            continue;
        if (!code && level_of(line)) {
            line[strcspn(line, "\r")] = 0;
            take_heading(&p, level_of(line), line);
        } else if (!is_empty(line)) {
            p.end = stpcpy(stpcpy(p.end, line), "\n");
        }
    }
    if (p.text)
        end_section(&p);
    free(p.text);
    free(copy);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static int by_score(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score) - (x->score > y->score) : x->order < y->order ? -1 : 1;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    for (size_t k = 0; k < s->n; k++)
        free(s->word[k]);
    free(s->hit);
    free(s->guess);
    free(s);
}

json_t *search_end(struct search *s)
{
    json_t *list = json_array();
    if (s->nhits)
        qsort(s->hit, s->nhits, sizeof *s->hit, by_score);
    for (size_t k = 0; k < s->nhits; k++)
        json_array_append_new(list, s->hit[k].doc);
    search_free(s);
    return list;
}
