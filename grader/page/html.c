/* html.c: what every page shares: head, escaping, status, time. */
#include "html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/late.h"
#include "runner/base/words.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    "<style>\nbody{font:14px sans-serif;margin:1em;color:#111;background:#fff}\n"
    "table{border-collapse:collapse}td,th{padding:.2em .6em;text-align:left}td.n{text-align:right}\n"
    "tr:nth-child(even){background:#f4f4f4}\n"
    "p,td,dd{overflow-wrap:anywhere}.o{overflow-x:auto}"
    ".m{white-space:pre-wrap}td.w,td.n{white-space:nowrap;overflow-wrap:normal}"
    "svg{max-width:100%;height:auto}"
    "td.k{overflow-wrap:break-word;max-width:16em}td.a{min-width:9em}\n"
    ".good{color:#15602a}.bad{color:#a01818;font-weight:bold}\n"
    "@media print{body{margin:0;font-size:11px}a{color:#111}h2{break-after:avoid}tr,svg{break-inside:avoid}}\n";

void html_begin(struct text *to, const char *title, const char *style)
{
    text_addf(to, "%s%s</style>\n<title>", head, style);
    html_text(to, title);
    text_addf(to, "</title></head><body>\n<h1>");
    html_text(to, title);
    text_addf(to, "</h1>\n");
}

void html_end(struct text *to)
{
    text_addf(to, "</body></html>\n");
}

void html_bytes(struct text *to, const char *bytes, size_t n)
{
    text_add_markup(to, bytes, n);
}

void html_text(struct text *to, const char *s)
{
    html_bytes(to, s, strlen(s));
}

void html_status(struct text *to, const char *status)
{
    static const char *const classes[] = { [LOOK_GOOD] = "good", [LOOK_BAD] = "bad", [LOOK_DIM] = "" };
    const struct status_word *w = status_word(status);
    const char *class = classes[w->look];
    text_addf(to, "<span class=\"%s\">%s ", class ? class : "", w->sign);
    html_text(to, status);
    text_addf(to, "</span>");
}

void html_time_in(struct text *to, const json_t *ms, const json_t *policy)
{
    const struct late_policy p = late_from_json(policy);
    char s[40];
    if (!json_is_number(ms)) {
        text_addf(to, "\xe2\x80\x93");
        return;
    }
    late_format_in(&p, (int64_t)json_number_value(ms), s);
    text_addf(to, "<time>%s</time>", s);
}

void html_time(struct text *to, const json_t *ms)
{
    html_time_in(to, ms, NULL);
}

void html_number_cell(struct text *to, const json_t *row, const char *key)
{
    const json_t *v = json_object_get(row, key);
    if (json_is_number(v))
        text_addf(to, "<td class=\"n\">%.2f</td>", json_number_value(v));
    else
        text_addf(to, "<td class=\"n\"></td>");
}
