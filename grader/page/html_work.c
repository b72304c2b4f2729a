/* html_work.c: see html_work.h. */
#define _GNU_SOURCE
#include "html_work.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/hidden.h"
#include "grader/credit.h"
#include "html.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { MAX_INPUTS = 64, SAID = 600 };

const char html_work_style[] =
    "pre.s{margin:.5em 0;border:1px solid #bbb;overflow-x:auto;line-height:1.35}\n"
    "pre.s span{display:block;padding:0 .5em}\n"
    "pre.s i{display:inline-block;width:4ch;margin-right:1ch;text-align:right;color:#666;font-style:normal;"
    "user-select:none}\n"
    "pre.s .x{background:#fbe3e3;border-left:4px solid #a01818;padding-left:calc(.5em - 4px)}\n"
    "pre.s .y{white-space:pre-wrap;background:#fff4d6;border-left:4px solid #a01818;padding-left:5.5ch;"
    "font-family:sans-serif}\n"
    ".h{border-left:4px solid #446;padding-left:.6em}\n";

static bool is_hidden(const json_t *c)
{
    return json_is_true(json_object_get(c, "hidden"));
}

static bool failed(const json_t *c)
{
    return !js_is(c, "status", "PASS") && !js_is(c, "status", "SKIPPED");
}

const char *html_said(const json_t *report, const json_t *milestone)
{
    if (js_is(milestone, "status", "SKIPPED"))
        return "Not judged: the machine that graded cannot. Nobody loses points by it.";
    return hidden_spares(report, js_text(milestone, "message"));
}

/* ---- functions ------------------------------------------------------------------------------------------------- */

static void add_function(struct text *to, const json_t *f, bool partial)
{
    int right = (int)js_number(f, "right"), all = (int)js_number(f, "cases");
    int hidden = (int)js_number(f, "hidden_cases"), hidden_right = (int)js_number(f, "hidden_right");
    text_addf(to, "<tr><td><code>");
    html_text(to, js_text(f, "call"));
    text_addf(to, "</code></td><td class=\"w\">%s</td><td class=\"n\">%d of %d</td><td class=\"n\">",
              right == all ? "<span class=\"good\">\xe2\x9c\x93 right</span>"
                           : "<span class=\"bad\">\xe2\x9c\x97 wrong</span>",
              right - hidden_right, all - hidden);
    if (hidden)
        text_addf(to, "%d of %d", hidden_right, hidden);
    text_addf(to, "</td>");
    if (partial) {
        html_number_cell(to, f, "points");
        html_number_cell(to, f, "max");
    }
    text_addf(to, "</tr>\n");
}

void html_functions(struct text *to, const json_t *lab, const json_t *report)
{
    json_t *list = credit_functions(lab, report);
    const json_t *m = js_row(json_object_get(report, "milestones"), "kind", "correct"), *f;
    bool partial = json_object_get(m, "functions") != NULL;
    size_t k;
    if (json_array_size(list) && json_array_size(json_object_get(report, "cases"))) {
        text_addf(to,
                  "<h2>Functions</h2>\n<div class=\"o\"><table><tr><th>Function</th><th></th>"
                  "<th>Visible cases right</th><th>Hidden cases right</th>%s</tr>\n",
                  partial ? "<th>Points</th><th>of</th>" : "");
        json_array_foreach(list, k, f)
            add_function(to, f, partial);
        text_addf(to, "</table></div>\n");
    }
    if (partial) {
        text_addf(to, "<p>");
        html_text(to, js_text(m, "credit"));
        text_addf(to, " The sum, rounded down to tenths, is what <code>correct</code> gives.</p>\n");
    }
    json_decref(list);
}

/* ---- what failed ----------------------------------------------------------------------------------------------- */

static void add_value(struct text *to, const json_t *v)
{
    char s[FIGURE];
    if (json_is_number(v))
        text_addf(to, "%s", figure_result(json_number_value(v), s));
    else
        text_addf(to, "not a finite number");
}

static void add_inputs(struct text *to, const json_t *inputs)
{
    const char *name;
    json_t *values, *v;
    size_t k;
    json_object_foreach((json_t *)(size_t)inputs, name, values) {
        text_addf(to, "<dt><code>");
        html_text(to, name);
        text_addf(to, "</code></dt><dd>");
        if (!json_array_size(values))
            text_addf(to, "no element");
        json_array_foreach(values, k, v) {
            text_addf(to, k ? ", " : "");
            if (k == MAX_INPUTS) {
                text_addf(to, "\xe2\x80\xa6");
                break;
            }
            add_value(to, v);
        }
        text_addf(to, "</dd>\n");
    }
}

static void add_mismatch(struct text *to, const json_t *m)
{
    text_addf(to, "<dt>first mismatch</dt><dd>");
    html_text(to, js_text(m, "out"));
    text_addf(to, "[%.0f]</dd>\n<dt>expected</dt><dd>", js_number(m, "index"));
    const json_t *want = json_object_get(m, "expected"), *got = json_object_get(m, "actual");
    if (json_is_number(want) && json_is_number(got)) {
        char a[FIGURE], b[FIGURE];
        figure_results(json_number_value(want), json_number_value(got), a, b);
        text_addf(to, "%s</dd>\n<dt>actual</dt><dd>%s", a, b);
    } else {
        add_value(to, want);
        text_addf(to, "</dd>\n<dt>actual</dt><dd>");
        add_value(to, got);
    }
    text_addf(to, "</dd>\n<dt>wrong</dt><dd>%.0f of %.0f elements</dd>\n", js_number(m, "bad"), js_number(m, "total"));
}

static void add_failure(struct text *to, const json_t *report, const json_t *c)
{
    const json_t *m = json_object_get(c, "mismatch"), *inputs = json_object_get(c, "inputs");
    const char *said = *js_text(c, "said") ? js_text(c, "said") : js_text(c, "message");
    text_addf(to, "<h3><code>");
    html_text(to, js_text(c, "call"));
    text_addf(to, "</code>, case ");
    html_text(to, js_text(c, "case"));
    text_addf(to, ": ");
    html_status(to, js_text(c, "status"));
    text_addf(to, "</h3>\n");
    if (*said) {
        text_addf(to, "<p class=\"m\">");
        html_text(to, hidden_spares(report, said));
        text_addf(to, "</p>\n");
    }
    text_addf(to, "<dl>");
    if (json_is_object(m))
        add_mismatch(to, m);
    add_inputs(to, inputs);
    text_addf(to, "</dl>\n");
}

void html_failures(struct text *to, const json_t *report)
{
    json_t *seen = json_object();
    const json_t *c;
    size_t k, hidden = 0, more = 0, shown = 0;
    json_array_foreach(json_object_get(report, "cases"), k, c) {
        if (!failed(c))
            continue;
        hidden += is_hidden(c);
        if (is_hidden(c))
            continue;
        bool first = !json_object_get(seen, js_text(c, "call")) && shown < HTML_FAILURES;
        json_object_set_new(seen, js_text(c, "call"), json_true());
        text_addf(to, first && !shown ? "<h2>What failed</h2>\n" : "");
        shown += first;
        more += !first;
        if (first)
            add_failure(to, report, c);
    }
    if (more)
        text_addf(to, "<p>Of each function the first visible case is shown; %zu more failed.</p>\n", more);
    if (hidden)
        text_addf(to,
                  "%s<p>%zu hidden case%s failed. Hidden cases have inputs that nobody is shown: think of sizes and "
                  "values that the visible ones leave out.</p>\n",
                  shown ? "" : "<h2>What failed</h2>\n", hidden, hidden == 1 ? "" : "s");
    json_decref(seen);
}

void html_hints(struct text *to, const json_t *report)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (!*js_text(m, "hint"))
            continue;
        text_addf(to, "<p class=\"m h\"><strong>Hint (");
        html_text(to, js_text(m, "id"));
        text_addf(to, "):</strong> ");
        html_text(to, js_text(m, "hint"));
        text_addf(to, "</p>\n");
    }
}

/* ---- the source ------------------------------------------------------------------------------------------------ */

/* What is said of lines: [{"file","line","says"}], at most HTML_MARKS. */
static void mark(json_t *marks, const char *file, double line, const char *says)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    if (!*file || line < 1 || line > 1e7 || json_array_size(marks) >= HTML_MARKS)
        return;
    char *clean = util_clean(says, strnlen(says, SAID), 0);
    json_array_append_new(marks, json_pack("{s:s s:I s:s}", "file", base, "line", (json_int_t)line, "says", clean));
    free(clean);
}

/* Without the sequences by which a compiler colours what it says. free() it. */
static char *colourless(const char *log)
{
    char *plain = util_path("%s", log), *to = plain;
    for (const char *p = plain; *p; p++) {
        size_t n = p[0] == '\x1b' && p[1] == '[' ? strspn(p + 2, "0123456789;") + 2 : 0;
        if (n && (p[n] == 'm' || p[n] == 'K'))
            p += n;
        else
            *to++ = *p;
    }
    *to = 0;
    return plain;
}

/* "DIR/file.c:12:5: error: what" of the compiler. */
static void mark_errors(json_t *marks, const char *log)
{
    for (const char *line = log; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t n = strcspn(line, "\n"), name = 0, at = 0;
        const char *what = memmem(line, n, ": error: ", 9);
        what = what ? what : memmem(line, n, ": fatal error: ", 15);
        if (!what)
            continue;
        name = strcspn(line, ":");
        at = name < n ? name + 1 : n;
        size_t digits = at < n ? strspn(line + at, "0123456789") : 0;
        if (!digits || digits > 7 || line + name > what)
            continue;
        char *file = strndup(line, name), *says = strndup(what + 2, (size_t)(line + n - what) - 2);
        mark(marks, file, strtod(line + at, NULL), says);
        free(file);
        free(says);
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The line on which the function begins: its name and a parenthesis, at the left margin or behind its type, and no
 * semicolon before the body. 0: nowhere. */
static int definition(const char *text, const char *name)
{
    size_t n = strlen(name);
    int line = 1;
    for (const char *p = text; *p; p++) {
        line += *p == '\n';
        if (*p != *name || strncmp(p, name, n) || is_word(p[n]) || (p > text && is_word(p[-1])))
            continue;
        const char *q = p + n + strspn(p + n, " \t\r\n"), *begin = p;
        while (begin > text && begin[-1] != '\n')
            begin--;
        if (*q != '(' || isspace((unsigned char)*begin) || *begin == '#' || *begin == '/' || *begin == '*')
            continue;
        size_t end = strcspn(q, ";{");
        if (q[end] == '{')
            return line;
    }
    return 0;
}

/* Functions that are not right, where they begin. */
static void mark_functions(json_t *marks, const json_t *files, const json_t *report)
{
    json_t *wrong = json_object(), *n, *text;
    const char *name, *file;
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(report, "cases"), k, c) {
        const char *f = *js_text(c, "function") ? js_text(c, "function") : js_text(c, "call");
        if (failed(c) && *f)
            json_object_set_new(wrong, f, json_integer(1 + json_integer_value(json_object_get(wrong, f))));
    }
    json_object_foreach(wrong, name, n) {
        json_object_foreach((json_t *)(size_t)files, file, text) {
            int line = json_is_string(text) ? definition(json_string_value(text), name) : 0;
            char *says = util_path("%s: %lld case%s failed", name, (long long)json_integer_value(n),
                                   json_integer_value(n) == 1 ? "" : "s");
            mark(marks, file, line, says);
            free(says);
        }
    }
    json_decref(wrong);
}

json_t *html_marks(const json_t *files, const json_t *report, const json_t *comments)
{
    size_t k;
    const json_t *c;
    json_t *marks = json_array();
    const json_t *s = json_object_get(report, "sanitize"), *found = json_object_get(report, "found"),
                 *error = json_object_get(found, "error");
    char *log = colourless(js_text(json_object_get(report, "build"), "log"));
    mark_errors(marks, log);
    free(log);
    if (*js_text(s, "file") && !js_is(s, "status", "PASS"))
        mark(marks, js_text(s, "file"), js_number(s, "line"), hidden_spares(report, js_text(s, "message")));
    else if (error)
        mark(marks, js_text(error, "file"), js_number(error, "line"), hidden_spares(report, js_text(found, "message")));
    mark_functions(marks, files, report);
    json_array_foreach(comments, k, c)
        mark(marks, js_text(c, "file"), js_number(c, "line"), js_text(c, "text"));
    return marks;
}

static void add_line(struct text *to, int number, const char *line, size_t n, bool marked)
{
    size_t keep = n;
    if (n > HTML_LINE)
        for (keep = HTML_LINE; keep && (line[keep] & 0xc0) == 0x80; keep--)
            ;
    text_addf(to, "<span%s><i>%d</i>", marked ? " class=\"x\"" : "", number);
    html_bytes(to, line, keep);
    text_addf(to, "%s</span>", keep < n ? " \xe2\x80\xa6" : "");
}

static void add_says(struct text *to, const json_t *marks, const char *file, int line)
{
    size_t k;
    const json_t *m;
    json_array_foreach(marks, k, m) {
        if (!js_is(m, "file", file) || (int)js_number(m, "line") != line)
            continue;
        text_addf(to, "<span class=\"y\">\xe2\x96\xb2 ");
        html_text(to, js_text(m, "says"));
        text_addf(to, "</span>");
    }
}

static bool is_marked(const json_t *marks, const char *file, int line)
{
    size_t k;
    const json_t *m;
    json_array_foreach(marks, k, m)
        if (js_is(m, "file", file) && (int)js_number(m, "line") == line)
            return true;
    return false;
}

/* One file; returns how many lines of the page it took. */
static int add_file(struct text *to, const char *name, const char *source, const json_t *marks, int room)
{
    int line = 0;
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    text_addf(to, "<h3>");
    html_text(to, name);
    text_addf(to, "</h3>\n<pre class=\"s\">");
    while (*source && line < room) {
        size_t n = strcspn(source, "\n");
        bool marked = is_marked(marks, base, ++line);
        add_line(to, line, source, n, marked);
        if (marked)
            add_says(to, marks, base, line);
        source += n;
        source += *source == '\n';
    }
    text_addf(to, "</pre>\n%s", *source ? "<p>The rest of the source is left out here.</p>\n" : "");
    return line;
}

void html_sources(struct text *to, const json_t *files, const json_t *report, const json_t *comments)
{
    const char *name;
    json_t *text;
    int room = HTML_LINES;
    if (!json_object_size(files))
        return;
    json_t *marks = html_marks(files, report, comments);
    text_addf(to, "<h2>What was handed in</h2>\n");
    json_object_foreach((json_t *)(size_t)files, name, text)
        if (json_is_string(text) && room > 0)
            room -= add_file(to, name, json_string_value(text), marks, room);
    json_decref(marks);
}
