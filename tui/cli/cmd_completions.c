/*
 * Completions for shells, from the tables of commands and options: what a shell offers can't drift from what
 * is parsed. Labs are asked for when they are needed (`ridge completions labs`), since they come and go.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fold.h"
#include "runner/base/util.h"

/* The next command that is for people; one without a word of help is for other programs. */
static const struct cli_command *shown(const struct cli_command *c)
{
    while (c->name && !*c->help)
        c++;
    return c;
}

static int takes_labs(const struct cli_command *c)
{
    return strstr(c->args, "LAB") != NULL;
}

/* "DIR" and "FILE" are names on disk; what else an option takes, the shell can't know. */
static int takes_path(const struct cli_option *o)
{
    return o->arg && !o->choices &&
           (!strcmp(o->arg, "DIR") || !strcmp(o->arg, "FILE") || !strcmp(o->arg, "[FILE]") || !strcmp(o->arg, "F"));
}

static void words_of_options(const struct cli_command *c)
{
    const struct cli_option *o;
    for (size_t k = 0; (o = cli_option_at(c, k)); k++)
        printf(" --%s", o->name);
}

/* What may stand behind an option of `command`: files, or one of its choices; nothing is said of the others. */
static void bash_values(const char *command, const struct cli_option *o)
{
    for (; o && o->name; o++) {
        if (takes_path(o))
            printf("    %s:--%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", command, o->name);
        else if (o->choices)
            printf("    %s:--%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", command, o->name,
                   o->choices);
    }
}

static void print_bash(void)
{
    printf("# bash: eval \"$(ridge completions bash)\"\n"
           "_ridge() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word k cmd='' options='' labs=''\n"
           "    for ((k = 1; k < COMP_CWORD; k++)); do\n"
           "        word=${COMP_WORDS[k]}\n"
           "        case $word in");
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1))
        printf("%s%s", c == shown(cli_tables.commands) ? " " : "|", c->name);
    printf(") cmd=$word; break ;; esac\n"
           "    done\n"
           "    case $cmd:$prev in\n");
    bash_values("*", cli_tables.common);
    bash_values("", cli_tables.workbook);
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1))
        bash_values(c->name, c->options);
    printf("    esac\n"
           "    case $cmd in\n");
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1)) {
        printf("    %s) labs=%d options='", c->name, takes_labs(c));
        words_of_options(c);
        printf("' ;;\n");
    }
    printf("    *) options='");
    words_of_options(NULL);
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1))
        printf(" %s", c->name);
    printf("' ;;\n"
           "    esac\n"
           "    [[ $labs != 1 || $cur == -* ]] || options=$(ridge completions labs 2>/dev/null)\n"
           "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
           "}\n"
           "complete -o default -F _ridge ridge\n");
}

/* For '...' in zsh's and fish's strings; `colon`: zsh also splits at colons and brackets. */
static void print_quoted(const char *text, int zsh)
{
    for (; *text; text++) {
        if (*text == '\'')
            printf(zsh ? "'\\''" : "\\'");
        else if (zsh && strchr("[]:\\", *text))
            printf("\\%c", *text);
        else if (!zsh && *text == '\\')
            printf("\\\\");
        else
            putchar(*text);
    }
}

static void print_help_quoted(const struct cli_option *o, int zsh)
{
    struct text help = { 0 };
    cli_option_help(o, &help);
    print_quoted(text_str(&help), zsh);
    text_finish(&help);
}

static void zsh_options(const struct cli_command *c)
{
    const struct cli_option *o;
    for (size_t k = 0; (o = cli_option_at(c, k)); k++) {
        printf(" \\\n            '%s--%s[", o->kind == CLI_LIST ? "*" : "", o->name);
        print_help_quoted(o, 1);
        printf("]");
        if (o->arg)
            printf(":%s:", o->arg);
        if (takes_path(o))
            printf("_files");
        else if (o->choices)
            printf("(%s)", o->choices);
        printf("'");
    }
}

static void print_zsh(void)
{
    printf("#compdef ridge\n"
           "# zsh: ridge completions zsh >\"${fpath[1]}/_ridge\"\n"
           "_ridge() {\n"
           "    local -a commands labs\n"
           "    commands=(\n");
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1)) {
        printf("        '%s:", c->name);
        print_quoted(c->help, 1);
        printf("'\n");
    }
    printf("    )\n"
           "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe command commands; return; fi\n"
           "    case $words[2] in\n");
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1)) {
        printf("    %s)", c->name);
        if (takes_labs(c))
            printf(" labs=(${(f)\"$(ridge completions labs 2>/dev/null)\"})");
        printf("\n        _arguments");
        zsh_options(c);
        printf(" \\\n            '*:argument:%s' ;;\n", takes_labs(c) ? "compadd -a labs" : "_files");
    }
    printf("    *)\n        _arguments");
    zsh_options(NULL);
    printf(" ;;\n    esac\n}\n_ridge \"$@\"\n");
}

/* Of `command`; NULL: of all of them. */
static void fish_options(const char *command, const struct cli_option *o)
{
    for (; o && o->name; o++) {
        printf("complete -c ridge");
        if (command)
            printf(" -n '__fish_seen_subcommand_from %s'", command);
        if (o->letter)
            printf(" -s %c", o->letter);
        printf(" -l %s%s", o->name, !o->arg ? "" : takes_path(o) ? " -r -F" : " -x");
        if (o->choices)
            printf(" -a '%s'", o->choices);
        printf(" -d '");
        print_help_quoted(o, 0);
        printf("'\n");
    }
}

static void print_fish(void)
{
    printf("# fish: ridge completions fish >~/.config/fish/completions/ridge.fish\n");
    fish_options(NULL, cli_tables.common);
    fish_options(NULL, cli_tables.workbook);
    for (const struct cli_command *c = shown(cli_tables.commands); c->name; c = shown(c + 1)) {
        printf("complete -c ridge -n __fish_use_subcommand -f -a %s -d '", c->name);
        print_quoted(c->help, 0);
        printf("'\n");
        if (takes_labs(c))
            printf("complete -c ridge -n '__fish_seen_subcommand_from %s' -f -a '(ridge completions labs)'\n", c->name);
        fish_options(c->name, c->options);
    }
}

static int print_labs(struct cli *c)
{
    json_t *ids = curriculum_lab_ids(c->app.cur), *id;
    size_t k;
    json_array_foreach(ids, k, id)
        printf("%s\n", json_string_value(id));
    json_decref(ids);
    return APP_OK;
}

/* A script is read by a shell, also where COLUMNS is set. */
static int print_script(void (*print)(void))
{
    fold_verbatim(true);
    print();
    fold_verbatim(false);
    return APP_OK;
}

int cmd_completions(struct cli *c)
{
    static const struct {
        const char *shell;
        void (*print)(void);
    } shells[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };
    for (size_t k = 0; k < sizeof shells / sizeof shells[0]; k++)
        if (!strcmp(c->args[0], shells[k].shell))
            return print_script(shells[k].print);
    if (!strcmp(c->args[0], "labs"))
        return print_labs(c);
    return cli_error(APP_USAGE, "Completions are for bash, zsh and fish, not \"%s\".", c->args[0]);
}
