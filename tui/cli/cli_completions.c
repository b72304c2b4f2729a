/*
 * Completions for shells, from the tables of commands and options: what a shell offers can't drift from what
 * is parsed. Labs are asked for when they are needed (`ridge completions labs`), since they come and go.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"

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
    return o->arg &&
           (!strncmp(o->arg, "DIR", 3) || !strcmp(o->arg, "FILE") || !strcmp(o->arg, "[FILE]") || !strcmp(o->arg, "F"));
}

static void words_of_options(const struct cli_command *c)
{
    long long bits = OPT_COMMON | (c ? c->options : OPT_SCREEN);
    for (const struct cli_option *o = cli_options; o->name; o++)
        if (o->bit & bits)
            printf(" --%s", o->name);
}

static void print_bash(void)
{
    printf("# bash: eval \"$(ridge completions bash)\"\n"
           "_ridge() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word k cmd='' options='' labs=''\n"
           "    for ((k = 1; k < COMP_CWORD; k++)); do\n"
           "        word=${COMP_WORDS[k]}\n"
           "        case $word in");
    for (const struct cli_command *c = shown(cli_commands); c->name; c = shown(c + 1))
        printf("%s%s", c == shown(cli_commands) ? " " : "|", c->name);
    printf(") cmd=$word; break ;; esac\n"
           "    done\n"
           "    case $prev in");
    for (const struct cli_option *o = cli_options, *first = NULL; o->name; o++)
        if (takes_path(o)) {
            printf("%s--%s", first ? "|" : " ", o->name);
            first = o;
        }
    printf(") COMPREPLY=($(compgen -f -- \"$cur\")); return ;; esac\n"
           "    case $cmd in\n");
    for (const struct cli_command *c = shown(cli_commands); c->name; c = shown(c + 1)) {
        printf("    %s) labs=%d options='", c->name, takes_labs(c));
        words_of_options(c);
        printf("' ;;\n");
    }
    printf("    *) options='");
    words_of_options(NULL);
    for (const struct cli_command *c = shown(cli_commands); c->name; c = shown(c + 1))
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

static void zsh_options(const struct cli_command *c)
{
    long long bits = OPT_COMMON | (c ? c->options : OPT_SCREEN);
    for (const struct cli_option *o = cli_options; o->name; o++) {
        if (!(o->bit & bits))
            continue;
        printf(" \\\n            '--%s[", o->name);
        print_quoted(o->help, 1);
        printf(o->arg ? "]:%s:%s'" : "]'", o->arg, takes_path(o) ? "_files" : "");
    }
}

static void print_zsh(void)
{
    printf("#compdef ridge\n"
           "# zsh: ridge completions zsh >\"${fpath[1]}/_ridge\"\n"
           "_ridge() {\n"
           "    local -a commands labs\n"
           "    commands=(\n");
    for (const struct cli_command *c = shown(cli_commands); c->name; c = shown(c + 1)) {
        printf("        '%s:", c->name);
        print_quoted(c->help, 1);
        printf("'\n");
    }
    printf("    )\n"
           "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe command commands; return; fi\n"
           "    case $words[2] in\n");
    for (const struct cli_command *c = shown(cli_commands); c->name; c = shown(c + 1)) {
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

static void fish_options(const struct cli_command *c)
{
    long long bits = c ? c->options : OPT_COMMON | OPT_SCREEN;
    for (const struct cli_option *o = cli_options; o->name; o++) {
        if (!(o->bit & bits))
            continue;
        printf("complete -c ridge");
        if (c)
            printf(" -n '__fish_seen_subcommand_from %s'", c->name);
        printf(" -l %s%s -d '", o->name, !o->arg ? "" : takes_path(o) ? " -r -F" : " -x");
        print_quoted(o->help, 0);
        printf("'\n");
    }
}

static void print_fish(void)
{
    printf("# fish: ridge completions fish >~/.config/fish/completions/ridge.fish\n");
    fish_options(NULL);
    for (const struct cli_command *c = shown(cli_commands); c->name; c = shown(c + 1)) {
        printf("complete -c ridge -n __fish_use_subcommand -f -a %s -d '", c->name);
        print_quoted(c->help, 0);
        printf("'\n");
        if (takes_labs(c))
            printf("complete -c ridge -n '__fish_seen_subcommand_from %s' -f -a '(ridge completions labs)'\n", c->name);
        fish_options(c);
    }
}

static int print_labs(struct cli *c)
{
    json_t *ids = curriculum_lab_ids(c->app.cur), *id;
    size_t k;
    json_array_foreach(ids, k, id) printf("%s\n", json_string_value(id));
    json_decref(ids);
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
            return shells[k].print(), APP_OK;
    if (!strcmp(c->args[0], "labs"))
        return print_labs(c);
    return cli_error(APP_USAGE, "Completions are for bash, zsh and fish, not \"%s\".", c->args[0]);
}
