/* html_hand.c: what people said of one student's work: points by hand, comments on lines, requests and answers. */
#include "html.h"

#include <string.h>

#include "grader/class/remark.h"

static void add_cell(struct text *to, const char *s)
{
    text_addf(to, "<td>");
    html_text(to, s);
    text_addf(to, "</td>");
}

static void add_marks(struct text *to, const json_t *hand)
{
    size_t k;
    const json_t *m, *list = json_object_get(hand, "marks");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Points by hand</h2>\n<table><tr><th>Item</th><th>Points</th><th>of</th><th>Why</th></tr>\n");
    json_array_foreach(list, k, m) {
        text_addf(to, "<tr>");
        add_cell(to, util_str(m, "item", ""));
        html_number_cell(to, m, "points");
        html_number_cell(to, m, "most");
        add_cell(to, util_str(m, "text", ""));
        text_addf(to, "</tr>\n");
    }
    text_addf(to, "</table>\n<p>By hand: %g of %g points, which the grade has in it.</p>\n",
              json_number_value(json_object_get(hand, "points")), json_number_value(json_object_get(hand, "max")));
}

static void add_comment(struct text *to, const json_t *c)
{
    struct text place = { 0 };
    remark_place(c, &place);
    text_addf(to, "<tr><td class=\"w\">");
    html_text(to, text_str(&place));
    text_addf(to, "</td><td>");
    if (*util_str(c, "code", "")) {
        text_addf(to, "<code class=\"m\">");
        html_text(to, util_str(c, "code", ""));
        text_addf(to, "</code><br>");
    }
    html_text(to, util_str(c, "text", ""));
    text_addf(to, "</td></tr>\n");
    text_finish(&place);
}

static void add_comments(struct text *to, const json_t *list)
{
    size_t k;
    const json_t *c;
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Comments</h2>\n<table><tr><th>Where</th><th>What</th></tr>\n");
    json_array_foreach(list, k, c)
        add_comment(to, c);
    text_addf(to, "</table>\n");
}

static void add_request(struct text *to, const json_t *q)
{
    const json_t *a = json_object_get(q, "answer");
    const char *kind = util_str(a, "kind", "");
    text_addf(to, "<p>You asked, ");
    html_time(to, json_object_get(q, "made"));
    text_addf(to, ": ");
    html_text(to, util_str(q, "text", ""));
    text_addf(to, "<br>%s", !*kind                    ? "Nobody has answered yet."
                            : !strcmp(kind, "accept") ? "Accepted: "
                                                      : "Declined: ");
    html_text(to, util_str(a, "text", ""));
    text_addf(to, "</p>\n");
}

void html_hand(const json_t *row, struct text *to)
{
    size_t k;
    const json_t *q, *requests = json_object_get(row, "requests");
    add_marks(to, json_object_get(row, "by_hand"));
    add_comments(to, json_object_get(row, "comments"));
    if (json_array_size(requests))
        text_addf(to, "<h2>Requests</h2>\n");
    json_array_foreach(requests, k, q)
        add_request(to, q);
}
