/* The learner's own editor, as a process that the loop hears of: runs and saves go on meanwhile. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "screen.h"
#include "screen_impl.h"

enum { ARGS = 32 };

static int in_path(const char *name)
{
    const char *path = getenv("PATH");
    char full[4096];
    for (const char *p = path ? path : "/usr/bin:/bin"; *p;) {
        size_t n = strcspn(p, ":");
        snprintf(full, sizeof full, "%.*s/%s", (int)n, p, name);
        if (!access(full, X_OK))
            return 1;
        p += n + (p[n] == ':');
    }
    return 0;
}

/* The first of the variables that names a program. */
static const char *named(const char *const variables[], size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const char *program = getenv(variables[k]);
        if (program && *program)
            return program;
    }
    return NULL;
}

const char *screen_editor(void)
{
    static const char *const variables[] = {"VISUAL", "EDITOR"};
    static const char *const usual[] = {"sensible-editor", "editor", "nano", "vim", "vi", "emacs"};
    const char *e = named(variables, sizeof variables / sizeof variables[0]);
    for (size_t k = 0; !e && k < sizeof usual / sizeof usual[0]; k++)
        if (in_path(usual[k]))
            e = usual[k];
    return e;
}

const char *screen_reader(void)
{
    static const char *const variables[] = {"VISUAL", "EDITOR", "PAGER"};
    const char *r = named(variables, sizeof variables / sizeof variables[0]);
    return r ? r : in_path("less") ? "less" : screen_editor();
}

/* How this program is told a line: most take +12 FILE, some FILE:12, a few nothing. */
static size_t place(const char *editor, const char *path, int line, char plus[16], char colon[],
                    size_t n, const char **ret)
{
    static const char *const with_colon[] = {"hx", "helix", "subl", "zed"};
    static const char *const with_goto[] = {"code", "codium", "code-insiders", "cursor"};
    static const char *const without[] = {"bat", "batcat", "cat"};
    const char *base = strrchr(editor, '/') ? strrchr(editor, '/') + 1 : editor;
    size_t len = strcspn(base, " "), args = 0;
    for (size_t k = 0; k < sizeof without / sizeof without[0]; k++)
        if (strlen(without[k]) == len && !strncmp(base, without[k], len))
            line = 0;
    if (line < 1) {
        ret[0] = path;
        return 1;
    }
    snprintf(plus, 16, "+%d", line);
    snprintf(colon, n, "%s:%d", path, line);
    for (size_t k = 0; k < sizeof with_colon / sizeof with_colon[0]; k++)
        if (strlen(with_colon[k]) == len && !strncmp(base, with_colon[k], len)) {
            ret[0] = colon;
            return 1;
        }
    for (size_t k = 0; k < sizeof with_goto / sizeof with_goto[0]; k++)
        if (strlen(with_goto[k]) == len && !strncmp(base, with_goto[k], len)) {
            ret[args++] = "--goto";
            ret[args++] = colon;
            return args;
        }
    ret[args++] = plus;
    ret[args++] = path;
    return args;
}

static void on_exit_of_editor(uv_process_t *h, int64_t status, int sig)
{
    struct screen *s = h->data;
    uv_close((uv_handle_t *)h, NULL);
    s->editing = 0;
    screen_resume(s);
    if (status == 127 || status == 126)
        screen_say(s, STYLE_BAD,
                   "The editor could not be started. Set EDITOR to one that is installed.");
    else if (sig)
        screen_say(s, STYLE_BAD, "The editor died of signal %d.", sig);
    if (s->top && !s->quit)
        view_reload(s->top);
}

/* The editor starts beside the file, so that what lies there opens by name (":e lab.h"). NULL: a path that would not
 * be found from there. */
static const char *folder_of(const char *path, char ret[PATH_MAX])
{
    const char *slash = *path == '/' ? strrchr(path, '/') : NULL;
    if (!slash || slash == path || slash - path >= PATH_MAX)
        return NULL;
    snprintf(ret, PATH_MAX, "%.*s", (int)(slash - path), path);
    return access(ret, X_OK) ? NULL : ret;
}

/* The words that start a program on a file. */
struct command {
    char plus[16], colon[4200], script[600];
    char *args[ARGS];
};

/* The shell splits "code -w" as it does for every other program. */
static void make_command(struct command *c, const char *program, const char *path, int line)
{
    const char *where[2];
    size_t n = place(program, path, line, c->plus, c->colon, sizeof c->colon, where), k = 0;
    snprintf(c->script, sizeof c->script, "exec %.500s \"$@\"", program);
    c->args[k++] = "sh";
    c->args[k++] = "-c";
    c->args[k++] = c->script;
    c->args[k++] = "editor";
    for (size_t q = 0; q < n; q++)
        c->args[k++] = (char *)(size_t)where[q];
    c->args[k] = NULL;
}

int screen_wait_for(const char *program, const char *path, int line)
{
    struct command cmd;
    int status = 0;
    if (!program)
        return -1;
    make_command(&cmd, program, path, line);
    pid_t child = fork();
    if (child == 0) {
        execvp("sh", cmd.args);
        _exit(127);
    }
    return child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) ? -1 : 0;
}

static int start(struct screen *s, const char *program, const char *path, int line)
{
    struct command cmd;
    if (s->editing)
        return -1;
    make_command(&cmd, program, path, line);
    uv_stdio_container_t io[3];
    for (int fd = 0; fd < 3; fd++)
        io[fd] = (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = fd};
    char folder[PATH_MAX];
    uv_process_options_t o = {.file = "sh", .args = cmd.args, .stdio = io, .stdio_count = 3,
                              .exit_cb = on_exit_of_editor, .cwd = folder_of(path, folder)};
    screen_suspend(s);
    s->editing = 1;
    s->editor.data = s;
    int rc = uv_spawn(&s->loop, &s->editor, &o);
    if (rc) {
        uv_close((uv_handle_t *)&s->editor, NULL);
        s->editing = 0;
        screen_resume(s);
        screen_say(s, STYLE_BAD, "The editor could not be started: %s.", uv_strerror(rc));
        return -1;
    }
    return 0;
}

int screen_edit(struct screen *s, const char *path, int line)
{
    const char *editor = screen_editor();
    if (editor)
        return start(s, editor, path, line);
    screen_say(s, STYLE_BAD, "No editor was found. Set EDITOR, or edit %s yourself: saves are noticed.", path);
    return -1;
}

int screen_read_file(struct screen *s, const char *path, int line)
{
    const char *reader = screen_reader();
    if (reader)
        return start(s, reader, path, line);
    screen_say(s, STYLE_BAD, "No editor or pager was found. Set PAGER, or read %s yourself.", path);
    return -1;
}
