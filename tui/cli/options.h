/*
 * options.h: what a command line may say, as tables. A row says everything about one option: its name and kind, where
 * its value goes, what the value may be, and what it is for. Each command has the list of its rows (commands.c), and
 * from these lists alone come the parser, `ridge help`, the completions and the man page's OPTIONS: a new option is a
 * member of `struct cli_values` and a row. Two commands may have an option of one name with different kinds; then both
 * take a value, or neither does. The tables know nothing of what a command makes of a value.
 */
#ifndef TUI_OPTIONS_H
#define TUI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct cli;
struct err;
struct text;

enum { CLI_WORDS = 32 };

/* What was given with an option that may be given again. */
struct cli_words {
    const char *words[CLI_WORDS + 1];
    int n;
};

/* Values by the names of their options: NULL or 0 where one was not given. A line for each letter. */
struct cli_values {
    int abort, list;
    int accept, all, anonymous, answers, assembly;
    int backups;
    int any_port;
    int decline, diff, draft;
    int excuse;
    int full;
    int give_up, grade;
    int handout, help;
    int insecure_http;
    int lesson, lessons, lint, log;
    int map;
    int clangd, no_check, no_trace;
    int open;
    int pages, post, rdma;
    int regs, reveal;
    int source, sources;
    int tick, total;
    int undo;
    int version;
    int watch;
    long long attempt;
    long long chapters, minutes;
    long long compare;
    long long days, delete;
    long long edit, every;
    long long jobs;
    long long limit;
    long long mutants, seeds;
    long long part, per_hour, port;
    long long remove;
    long long schedules, seats, submission;
    long long threshold, tier, timeout;
    long long week, workers;
    const char *accept_key, *add, *arch, *as;
    const char *back, *backend, *box, *by;
    const char *column, *cutoff;
    const char *draw, *drill, *due;
    const char *edition, *executor;
    const char *format, *from;
    const char *grace;
    const char *html, *epub, *hw;
    const char *impl, *in;
    const char *fail_on, *keep, *key;
    const char *lab, *lang, *late, *late_days, *level;
    const char *one_case, *out;
    const char *partial, *phase, *points, *predict;
    const char *reason, *received, *request, *ridge_file, *runtime;
    const char *spool, *status, *std, *svg;
    const char *template, *ticks, *time, *title, *to, *track;
    const char *versus, *visibility;
    const char *with;
    struct cli_words against, column_of, define, ending, file, include, only, section;
};

enum cli_kind {
    CLI_FLAG,   /* no value: an int becomes 1 */
    CLI_TEXT,   /* a const char *; `check` may refuse it */
    CLI_MAYBE,  /* a const char *; "" where the value is left out */
    CLI_NUMBER, /* a long long from `least` to `most` */
    CLI_CHOICE, /* a const char *, one of `choices` */
    CLI_SET,    /* a const char *: some of `choices`, with commas between */
    CLI_LIST    /* a struct cli_words, one more each time */
};

#define CLI_MOST 1000000000LL /* a number that has no bound of its own ends here */

struct cli_option {
    const char *name, *arg, *help; /* arg: "N"; "[FILE]" may be left out; NULL: the option takes no value */
    enum cli_kind kind;
    char letter;                   /* the short form's; 0: there is no short form */
    size_t to;                     /* offset in struct cli */
    long long least, most;
    const char *choices;           /* words with a space between */
    const char *otherwise;         /* what holds where the option is not given; NULL: nothing worth a word */
    int (*check)(const char *value, struct err *e); /* NULL: any text will do */
};

struct cli_command {
    const char *name, *args, *help; /* help "": not for people */
    const struct cli_option *options; /* besides the common ones; ends with a row without name, NULL: none */
    int min, max; /* positional arguments; max -1: any number */
    int (*run)(struct cli *c);
};

/* The tables that parser, help and completions read; main() sets them before anything else. */
struct cli_tables {
    const struct cli_command *commands; /* by name; ends with a row without one */
    const struct cli_option *common;    /* what every command takes */
    const struct cli_option *workbook;  /* what `ridge` takes without a command */
};
extern struct cli_tables cli_tables;
extern const struct cli_tables commands_tables; /* Ridge's own (commands.c), for main() alone */

const struct cli_command *cli_command(const char *name); /* NULL: there is none */

/* What a command takes (NULL: the workbook), one after the other from k = 0: its own rows, then the common ones. NULL
 * after the last. */
const struct cli_option *cli_option_at(const struct cli_command *cmd, size_t k);

/* "what it is for: a, b or c (default: a)", as help and completions say it. */
void cli_option_help(const struct cli_option *o, struct text *to);

/* "cpu, simt or cuda" of "cpu simt cuda". */
void cli_choices(const char *choices, struct text *to);

/*
 * What argv says, into *c: values, c->cmd (NULL: none was named), and the arguments, without the command. 0, or an exit
 * code after saying what is wrong.
 */
int cli_parse(struct cli *c, int argc, char **argv);

#endif
