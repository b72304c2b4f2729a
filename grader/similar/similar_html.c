/* similar_html.c: pairs side by side. Colours tell the regions apart; numbers do, too, for those who see none. */
#include "similar_boxed.h"

#include <stdbool.h>
#include <string.h>

#include "grader/page/html.h"

enum { HUES = 8, MAX_LINES = 20000 };

static const char style[] =
    ".side{display:grid;grid-template-columns:1fr 1fr;gap:1em}\n"
    "pre{font:12px/1.35 monospace;overflow:auto;border:1px solid #bbb;padding:.4em;margin:0}\n"
    "pre b{font-weight:normal;color:#777}pre span{display:inline-block;min-width:100%}\n"
    ".r0{background:#ffe9a8}.r1{background:#cfe8ff}.r2{background:#d6f5d0}.r3{background:#f9d6e4}\n"
    ".r4{background:#e2dafc}.r5{background:#ffd9c2}.r6{background:#c9f1ee}.r7{background:#e6e6b8}\n";

static const json_t *find_document(const json_t *question, const char *who, bool archive)
{
    size_t k;
    const json_t *d;
    json_array_foreach(json_object_get(question, "documents"), k, d) {
        const char *role = util_str(d, "role", "");
        if (!strcmp(role, archive ? "archive" : "class") && !strcmp(util_str(d, "who", ""), who))
            return d;
    }
    return NULL;
}

/* The region that holds a line, from 1; 0: none. */
static size_t region_at(const json_t *pair, const char *side, const char *file, json_int_t line)
{
    size_t k;
    const json_t *r;
    json_array_foreach(json_object_get(pair, "regions"), k, r) {
        const json_t *p = json_object_get(r, side);
        if (!strcmp(util_str(p, "file", ""), file) && json_integer_value(json_object_get(p, "from")) <= line &&
            json_integer_value(json_object_get(p, "to")) >= line)
            return k + 1;
    }
    return 0;
}

static void add_file(struct text *to, const json_t *pair, const char *side, const json_t *f)
{
    const char *name = util_str(f, "name", ""), *s = util_str(f, "text", ""), *end = s + strlen(s);
    text_addf(to, "<h4>");
    html_text(to, name);
    text_addf(to, "</h4><pre>");
    for (json_int_t line = 1; s < end && line <= MAX_LINES; line++) {
        size_t n = strcspn(s, "\n"), r = region_at(pair, side, name, line);
        if (r)
            text_addf(to, "<span class=\"r%zu\"><b>%4lld %3zu</b> ", (r - 1) % HUES, (long long)line, r);
        else
            text_addf(to, "<b>%4lld    </b> ", (long long)line);
        html_bytes(to, s, n);
        text_addf(to, "%s\n", r ? "</span>" : "");
        s += n + (s[n] == '\n');
    }
    text_addf(to, "</pre>\n");
}

static void add_side(struct text *to, const json_t *pair, const char *side, const json_t *question)
{
    const char *who = util_str(pair, side, "");
    bool archive = *side == 'b' && json_is_true(json_object_get(pair, "archive"));
    const json_t *d = find_document(question, who, archive), *f;
    size_t k;
    text_addf(to, "<div><h3>");
    html_text(to, who);
    text_addf(to, "%s</h3>\n", archive ? " (archive)" : "");
    json_array_foreach(json_object_get(d, "files"), k, f)
        add_file(to, pair, side, f);
    text_addf(to, "</div>\n");
}

static double percent(const json_t *o, const char *key)
{
    return 100 * json_number_value(json_object_get(o, key));
}

/* "91 to 100 %" of the pairs that hold a cluster together, or the one share. */
static void add_range(struct text *to, const json_t *cluster)
{
    double least = percent(cluster, "least"), most = percent(cluster, "most");
    if (most - least >= 1)
        text_addf(to, "%.0f to ", least);
    text_addf(to, "%.0f %%", most);
}

static void add_members(struct text *to, const json_t *cluster)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(cluster, "members"), k, m) {
        text_addf(to, k ? ", " : "");
        html_text(to, util_str(m, "who", ""));
        text_addf(to, json_is_true(json_object_get(m, "archive")) ? " (archive)" : "");
    }
}

static void add_row(struct text *to, const json_t *cluster, size_t n)
{
    size_t members = json_array_size(json_object_get(cluster, "members"));
    text_addf(to, "<tr><td class=\"n\">");
    if (json_array_size(json_object_get(cluster, "pairs")))
        text_addf(to, "<a href=\"#g%zu\">%zu</a>", n, n);
    else
        text_addf(to, "%zu", n);
    text_addf(to, "</td><td>");
    add_members(to, cluster);
    text_addf(to, "</td><td class=\"n\">");
    add_range(to, cluster);
    text_addf(to, "</td><td class=\"n\">%lld of %zu</td></tr>\n",
              (long long)json_integer_value(json_object_get(cluster, "links")), members * (members - 1) / 2);
}

/* The pairs that hold a cluster together, each with both sources. */
static void add_cluster(struct text *to, const json_t *cluster, size_t n, const json_t *question)
{
    const json_t *pairs = json_object_get(cluster, "pairs"), *pair;
    size_t k;
    if (!json_array_size(pairs))
        return;
    text_addf(to, "<h2 id=\"g%zu\">Group %zu</h2>\n", n, n);
    json_array_foreach(pairs, k, pair) {
        text_addf(to, "<p>%.0f %% of ", percent(pair, "share_a"));
        html_text(to, util_str(pair, "a", ""));
        text_addf(to, " is in ");
        html_text(to, util_str(pair, "b", ""));
        text_addf(to, ", and %.0f %% the other way.</p>\n<div class=\"side\">\n", percent(pair, "share_b"));
        add_side(to, pair, "a", question);
        add_side(to, pair, "b", question);
        text_addf(to, "</div>\n");
    }
}

static void add_copies(struct text *to, const json_t *copies)
{
    size_t k;
    const json_t *d;
    if (!json_array_size(copies))
        return;
    text_addf(to, "<p>Work that is the reference solution's, which lies on every student's disk:</p>\n<ul>\n");
    json_array_foreach(copies, k, d) {
        text_addf(to, "<li>");
        html_text(to, util_str(d, "who", ""));
        text_addf(to, ": %.0f %% of what is not the skeleton is the reference</li>\n", percent(d, "share"));
    }
    text_addf(to, "</ul>\n");
}

void similar_html(const char *title, const json_t *answer, const json_t *question, struct text *to)
{
    size_t k;
    const json_t *c, *clusters = json_object_get(answer, "clusters");
    html_begin(to, title, style);
    text_addf(to, "<p>Shares are of what is left of the smaller source when what was given out and what most of the "
                  "class has is taken away. Who hangs together by shares of %lld %% or more is one group, be it over "
                  "others: pairs says how many of a group do. A high share is a reason to read both sources, and no "
                  "verdict.</p>\n",
              (long long)json_integer_value(json_object_get(answer, "threshold")));
    add_copies(to, json_object_get(answer, "copies"));
    text_addf(to, json_array_size(clusters) ? "<table><tr><th></th><th>Group</th><th>Share</th><th>Pairs</th></tr>\n"
                                            : "<p>No two have so much in common.</p>\n<table>\n");
    json_array_foreach(clusters, k, c)
        add_row(to, c, k + 1);
    text_addf(to, "</table>\n");
    json_array_foreach(clusters, k, c)
        add_cluster(to, c, k + 1, question);
    html_end(to);
}
