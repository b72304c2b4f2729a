/* What every command prints with. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "tui/app/excerpt.h"
#include "runner/base/figure.h"
#include "fold.h"
#include "tui/app/rate.h"
#include "tui/app/roofline_data.h"
#include "tui/app/predicted.h"
#include "tui/app/tours.h"
#include "runner/base/utf8.h"
#include "runner/base/util.h"
#include "runner/base/js.h"
#include "runner/base/memory.h"

/* What the terminal behind fd has, else COLUMNS; 0 when neither says. */
static int columns_of(int fd)
{
    enum { LEAST = 10, MOST = 10000 };
    struct winsize w;
    const char *env = getenv("COLUMNS");
    int n = env ? atoi(env) : 0;
    if (!ioctl(fd, TIOCGWINSZ, &w) && w.ws_col)
        return w.ws_col;
    return n >= LEAST && n <= MOST ? n : 0;
}

int cli_fold_width(void)
{
    return columns_of(STDOUT_FILENO);
}

int cli_width_to(int most)
{
    enum { USUAL = 80 };
    int n = columns_of(STDOUT_FILENO);
    return n > most ? most : n ? n : USUAL;
}

int cli_width(void)
{
    enum { MOST = 100 };
    return cli_width_to(MOST);
}

static bool errors_as_json;

void cli_begin(bool json)
{
    errors_as_json = json;
    if (!json)
        fold_begin(cli_fold_width());
}

static void say(const char *begin, const char *text)
{
    char *line = util_path("%s%s", begin, text);
    for (char *s = line, *end; *s; s = *end ? end + 1 : end) {
        end = s + strcspn(s, "\n");
        fold_line(stderr, s, (size_t)(end - s), columns_of(STDERR_FILENO), s == line ? 0 : -1);
    }
    free(line);
}

int cli_error(int code, const char *fmt, ...)
{
    char *text = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&text, fmt, ap) < 0)
        memory_end();
    va_end(ap);
    if (errors_as_json)
        cli_json(json_pack("{s:s s:i}", "error", text, "code", code));
    fold_flush();
    say("ridge: ", text);
    free(text);
    return code;
}

int cli_usage(const char *command, const char *args)
{
    if (!*args)
        return cli_error(APP_USAGE, "`ridge %s` takes no argument. `ridge help %s` explains the command.", command,
                         command);
    return cli_error(APP_USAGE, "The command has this form: `ridge %s %s`. `ridge help %s` explains the words.",
                     command, args, command);
}

void cli_say(const char *fmt, ...)
{
    char *text = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&text, fmt, ap) < 0)
        memory_end();
    va_end(ap);
    fold_flush();
    say("ridge: ", text);
    free(text);
}

/* Length of the blank that s begins with; *lines: how many line ends are in it. */
static size_t gap_of(const char *s, int *lines)
{
    size_t n = strspn(s, " \t\n");
    *lines = 0;
    for (size_t k = 0; k < n; k++)
        *lines += s[k] == '\n';
    return n;
}

void cli_prose(int at, const char *text)
{
    int width = cli_width() - at, used = 0, lines;
    for (const char *s = text + gap_of(text, &lines); *s;) {
        size_t n = strcspn(s, " \t\n"), gap = gap_of(s + n, &lines);
        int wide = utf8_text_width(s, n);
        if (used && used + 1 + wide > width) {
            printf("\n%*s", at, "");
            used = 0;
        }
        printf("%s%.*s", used ? " " : "", (int)n, s);
        used += wide + (used > 0);
        s += n + gap;
        if (lines > 1 && *s) {
            printf("\n\n%*s", at, "");
            used = 0;
        }
    }
    putchar('\n');
}

int cli_utf8(void)
{
    const char *cs = nl_langinfo(CODESET);
    return cs && !strcmp(cs, "UTF-8");
}

/* A sign beside the word, so that nothing is said by colour alone. */
const char *cli_mark(const char *status)
{
    const struct status_word *w = status_word(status);
    return cli_utf8() ? w->sign : w->ascii;
}

const char *cli_status_color(const char *status)
{
    static const char *const colors[] = { [LOOK_PLAIN] = "dim", [LOOK_GOOD] = "green", [LOOK_BAD] = "red",
                                          [LOOK_DOUBT] = "yellow", [LOOK_DIM] = "dim" };
    return colors[status_word(status)->look];
}

void cli_status_word(const struct cli *c, const char *status)
{
    printf("%s%s %-12s%s", cli_color(c, cli_status_color(status)), cli_mark(status), status, cli_color(c, "off"));
}

const char *cli_s(size_t n)
{
    return n == 1 ? "" : "s";
}

int cli_fail(struct cli *c, int code)
{
    code = (int)app_code(&c->app, code);
    if (c->app.json)
        cli_json(json_pack("{s:s s:i}", "error", c->app.error, "code", code));
    fold_flush();
    say("ridge: ", c->app.error);
    return code;
}

int cli_no_student(struct cli *c, const char *key)
{
    return (int)app_fail(&c->app, APP_USAGE, "There is no student with the key \"%s\". `ridge roster` lists the keys.",
                         key);
}

int cli_json(json_t *doc)
{
    int rc = doc ? json_dumpf(doc, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : -1;
    json_decref(doc);
    putchar('\n');
    return rc ? APP_OURS : 0;
}

void cli_notice(struct cli *c)
{
    app_note_left_out(&c->app);
    if (c->app.notice[0])
        cli_say("%s", c->app.notice);
    c->app.notice[0] = 0;
}

int cli_confirmed(struct cli *c, const char *question)
{
    char line[16];
    if (c->app.yes)
        return 1;
    if (!c->app.interactive)
        return 0;
    fprintf(stderr, "%s [y/N] ", question);
    return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

json_t *cli_lab(struct cli *c, const char *id)
{
    char *drill = c->opt.drill && !strchr(id, '/') ? util_path("%s/%s", id, c->opt.drill) : NULL;
    json_t *lab = app_lab(&c->app, drill ? drill : id);
    free(drill);
    if (!lab)
        cli_fail(c, APP_USAGE);
    return lab;
}

int cli_week(struct cli *c, const char *arg)
{
    const char *digits = !strncmp(arg, "week", 4) ? arg + 4 : arg[0] == 'w' ? arg + 1 : arg;
    int n = 0, used = 0;
    size_t k;
    const json_t *lab;
    if (sscanf(digits, "%2d%n", &n, &used) != 1 || digits[used] || n < 1 || n > 52)
        return 0;
    json_array_foreach(curriculum_labs(c->app.cur), k, lab)
        if (digits != arg && !strncmp(js_text(lab, "id"), arg, strlen(arg)))
            return 0;
    return n;
}

bool cli_is_no_week(struct cli *c, const char *arg)
{
    const char *digits = !strncmp(arg, "week", 4) ? arg + 4 : arg;
    if (!*digits || digits[strspn(digits, "0123456789")] || cli_week(c, arg))
        return false;
    cli_fail(c, app_fail(&c->app, APP_USAGE, "There is no week %.9s: weeks are 1 to 52.", digits));
    return true;
}

const json_t *cli_card(struct cli *c, const char *arg)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(c->app.cur), k, card) {
        const char *id = js_text(card, "id"), *name = strchr(id, '/') + 1;
        const char *alone = name + strspn(name, "0123456789-");
        if (!strcmp(id, arg) || !strcmp(name, arg) || !strcmp(alone, arg) ||
            (!strncmp(id, "deep/", 5) && (!strcasecmp(id, arg) || !strcasecmp(name, arg))))
            return card;
    }
    if ((card = tours_find(&c->app, arg)))
        return card;
    c->app.sought = "lab, card or week";
    return NULL;
}

static void print_measurement(const struct cli *c, const json_t *calibration, const json_t *m)
{
    if (!json_is_number(json_object_get(m, "ratio"))) {
        printf("      %s: %s\n", js_text(m, "bench"), js_text(m, "error"));
        return;
    }
    char pairs[FIGURE];
    printf("      %s: %.3f of the reference", js_text(m, "bench"), js_number(m, "ratio"));
    if (strcmp(js_text(m, "clock"), "counter"))
        printf("  [%.3f, %.3f]  %s, %s clock", js_number(m, "lo"), js_number(m, "hi"),
               figure_of(js_number(m, "pairs"), "pair", pairs), js_text(m, "clock"));
    char rate[100];
    if (*rate_text(m, js_number(m, "t_learner"), rate, sizeof rate))
        printf("  %s", rate);
    if (*rate_flops(m, rate, sizeof rate))
        printf("  %s", rate);
    if (*rate_bytes(m, rate, sizeof rate))
        printf("  %s", rate);
    if (*rate_share(m, calibration, curriculum_hw(c->app.cur), rate, sizeof rate))
        printf("  %s", rate);
    if (json_is_true(json_object_get(m, "busy")))
        printf("  (the machine was busy)");
    printf("\n");
}

/* What a compiler or the learner's program wrote: carets stay under what they point at. */
static void print_verbatim(const char *s)
{
    fold_verbatim(true);
    printf("%s%s", s, s[strlen(s) - 1] == '\n' ? "" : "\n");
    fold_verbatim(false);
}

const char *cli_after_solution(const json_t *stands, char *buf, size_t n)
{
    size_t k, len = 0;
    const json_t *m;
    *buf = 0;
    json_array_foreach(json_object_get(stands, "milestones"), k, m)
        if (json_is_true(json_object_get(m, "after_solution")) && len < n)
            len +=
                (size_t)snprintf(buf + len, n - len, "%s%s", len ? ", " : "; after the solution: ", js_text(m, "id"));
    return buf;
}

void cli_print_total(struct cli *c, const json_t *lab)
{
    json_t *stands = c->app.db ? app_standing(&c->app, lab) : NULL;
    char note[400];
    if (stands)
        printf("%s: %.4g of %.4g points%s\n", js_text(lab, "id"), js_number(stands, "points"), js_number(stands, "max"),
               cli_after_solution(stands, note, sizeof note));
    json_decref(stands);
}

/* Columns of the longest name among a report's milestones. */
static int widest_name(const json_t *report)
{
    size_t k;
    const json_t *m;
    int widest = 10;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        int n = utf8_text_width(js_text(m, "id"), strlen(js_text(m, "id")));
        widest = n > widest ? n : widest;
    }
    return widest;
}

/* Where a run of so many lines ends in the text: its end, when it has fewer. */
static char *line_end(char *text, int lines)
{
    while (lines-- > 0 && *text)
        text += strcspn(text, "\n") + (strchr(text, '\n') != NULL);
    return text;
}

static int lines_of(const char *text)
{
    int n = 0;
    for (; *text; n++)
        text += strcspn(text, "\n") + (strchr(text, '\n') != NULL);
    return n;
}

/* Without the compiler's colours, where none are wanted. */
static char *plain(const char *log)
{
    char *ret = strdup(log), *to = ret;
    if (!ret)
        memory_end();
    for (const char *s = log; *s; s += fold_escape(s, strlen(s)) ? fold_escape(s, strlen(s)) : 1)
        if (!fold_escape(s, strlen(s)))
            *to++ = *s;
    *to = 0;
    return ret;
}

/* The compiler's words. Warnings of a build that succeeded stand before a verdict and do not push it off the screen. */
static void print_log(const struct cli *c, const json_t *report)
{
    enum { MOST = 20 };
    const json_t *build = json_object_get(report, "build");
    const char *log = js_text(build, "log");
    int built = json_is_true(json_object_get(build, "ok"));
    if (!*log || (built && !strstr(log, "warning"))) /* ptxas' figures are in the milestones */
        return;
    char *said = c->app.color ? strdup(log) : plain(log);
    char *cut = cli_fold_width() ? excerpts_cut(said, cli_fold_width()) : NULL, *text = cut ? cut : strdup(said);
    char *rest = text && built && !c->opt.all ? line_end(text, MOST) : NULL;
    int more = rest ? lines_of(rest) : 0;
    if (more)
        *rest = 0;
    if (cut)
        printf("%s", cut);
    else
        print_verbatim(text ? text : log);
    if (more)
        printf("  … and %d more line%s of the compiler's warnings: `ridge test %s --all` shows them\n", more,
               more == 1 ? "" : "s", js_text(report, "lab"));
    free(text);
    free(said);
}

/* A milestone's name, its points and what it asks for, below where there is little room beside. Beside the total there
 * are no points, and the goal says so. */
static void print_goal(const struct cli *c, const json_t *m, int widest)
{
    enum { LITTLE = 24, BELOW = 6 };
    struct text line = { 0 };
    int width = cli_fold_width();
    const char *status = js_text(m, "status");
    text_addf(&line, "  %s%s %-12s%s %-*s ", cli_color(c, cli_status_color(status)), cli_mark(status), status,
              cli_color(c, "off"), widest, js_text(m, "id"));
    if (!json_is_true(json_object_get(m, "beside")) && js_number(m, "max") > 0) /* a drill has no points */
        text_addf(&line, "%4.4g/%-4.4g ", js_number(m, "points"), js_number(m, "max"));
    int at = fold_columns(text_str(&line), line.len);
    if (width > 0 && width - at < LITTLE) {
        int end = (int)line.len;
        while (end && text_str(&line)[end - 1] == ' ')
            end--;
        printf("%.*s\n", end, text_str(&line));
        text_finish(&line);
        text_addf(&line, "%*s", BELOW, "");
        at = BELOW;
    }
    text_addf(&line, "%s%s%s", cli_color(c, "dim"), js_text(m, "goal"), cli_color(c, "off"));
    fold_line(stdout, text_str(&line), line.len, width, at);
    text_finish(&line);
}

/* What came of it. A compiler's words, which stand above, are not said again. */
static void print_message(const json_t *report, const json_t *m)
{
    static const char refused[] = "The source does not build:";
    const char *message = js_text(m, "message");
    int above = *js_text(json_object_get(report, "build"), "log") && !strncmp(message, refused, strlen(refused));
    if (above)
        printf("      %.*s.\n", (int)strlen(refused) - 1, message);
    else if (*message && strcmp(js_text(m, "status"), "PENDING"))
        printf("      %s\n", message);
}

/* Does a milestone say already why a phase was left out, whatever stands around it? */
static bool is_said(const json_t *report, const char *why)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (strstr(js_text(m, "message"), why))
            return true;
    return false;
}

void cli_print_predicted(const struct cli *c, const json_t *report)
{
    size_t k;
    const json_t *row;
    if (!predicted_rows(report))
        return;
    printf("\n%s%s%s\n  ", cli_color(c, "bold"), PREDICTED_HEAD, cli_color(c, "off"));
    cli_prose(2, PREDICTED_NOTE);
    json_array_foreach(predicted_rows(report), k, row) {
        struct text t = { 0 };
        predicted_say(row, &t);
        printf("  ");
        cli_prose(2, text_str(&t));
        text_finish(&t);
    }
}

void cli_print_report(const struct cli *c, const json_t *report)
{
    size_t k, q;
    int widest = widest_name(report);
    const json_t *m, *x;
    json_t *calibration = roofline_calibration((struct app *)(size_t)&c->app);
    print_log(c, report);
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        const char *status = js_text(m, "status"), *kind = js_text(m, "kind");
        print_goal(c, m, widest);
        if (!strcmp(kind, "correct") && json_array_size(json_object_get(report, "cases")) && strcmp(status, "PASS"))
            cli_print_failures(c, report, m);
        else
            print_message(report, m);
        if (!strcmp(kind, "perf"))
            json_array_foreach(json_object_get(report, "measurements"), q, x)
                if (!strcmp(js_text(m, "bench"), js_text(x, "bench")))
                    print_measurement(c, calibration, x);
        if (*js_text(m, "credit"))
            printf("      %s\n", js_text(m, "credit"));
        if (*js_text(m, "hint"))
            printf("      %shint:%s %s\n", cli_color(c, "cyan"), cli_color(c, "off"), js_text(m, "hint"));
    }
    json_array_foreach(json_object_get(report, "skipped"), k, x)
        if (!is_said(report, js_text(x, "why")))
            printf("  %s%s skipped: %s%s\n", cli_color(c, "dim"), js_text(x, "phase"), js_text(x, "why"),
                   cli_color(c, "off"));
    const char *said = js_text(report, "output");
    if (*said) {
        printf("  it printed:\n");
        print_verbatim(said);
    }
    const json_t *over = json_object_get(report, "runtime");
    if (over)
        printf("  Ran over %s on the wall clock; counters and sanitizers ran in process. Sandbox: %s\n  %s.\n",
               js_text(over, "name"), js_text(json_object_get(report, "machine"), "sandbox"), js_text(over, "walls"));
    char on[60];
    printf("%s %s on %s%s%s: ", js_text(report, "lab"), js_text(report, "impl"), rate_backends(report, on, sizeof on),
           over ? " over " : "", js_text(over, "name"));
    cli_status_word(c, js_text(report, "status"));
    printf(" in %.2f s\n", js_number(report, "duration_ms") / 1e3);
    json_decref(calibration);
}

json_t *cli_progress(struct cli *c)
{
    json_t *facts = NULL, *one;
    const char *id;
    if (app_need_db(&c->app) != APP_OK || db_progress_all(c->app.db, &facts) != DB_OK)
        facts = NULL;
    json_t *all = app_standing_all(&c->app);
    json_object_foreach(all, id, one)
        json_object_update_missing(one, json_object_get(facts, id));
    json_decref(facts);
    return all;
}

char *cli_ask(const char *prompt, char *line, size_t n)
{
    printf("%s", prompt);
    fold_flush();
    if (cli_interrupted || !fgets(line, (int)n, stdin) || cli_interrupted) {
        putchar('\n');
        return NULL;
    }
    line[strcspn(line, "\r\n")] = 0;
    return line;
}
