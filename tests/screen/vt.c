/* A pseudo-terminal with libvterm behind it. */
#define _GNU_SOURCE
#include "db/db.h"
#include "vt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <vterm.h>

struct vt {
    int fd, slave, rows, columns, alt, cursor, status, ended;
    pid_t pid;
    struct termios before;
    VTerm *term;
    VTermScreen *screen;
};

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int on_prop(VTermProp prop, VTermValue *v, void *user)
{
    struct vt *t = user;
    if (prop == VTERM_PROP_ALTSCREEN)
        t->alt = v->boolean;
    if (prop == VTERM_PROP_CURSORVISIBLE)
        t->cursor = v->boolean;
    return 1;
}

static void set_home(const char *home)
{
    char path[4096];
    const char *cache = getenv("RIDGE_TEST_CACHE");
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    snprintf(path, sizeof path, "%s/cache", home);
    setenv("XDG_CACHE_HOME", cache && *cache ? cache : path, 1);
}

enum { WORDS = 30 };

static void child(struct vt *t, const char *home, const char *const *env, const char *const *words)
{
    const char *bin = getenv("RIDGE_BIN"), *root = getenv("RIDGE_SRC"), *argv[WORDS + 2] = {bin};
    for (int k = 0; k < WORDS && words && words[k]; k++)
        argv[k + 1] = words[k];
    close(t->fd);
    login_tty(t->slave);
    /* whoever runs the tests may ignore some: a shell does in the background */
    for (int sig = 1; sig < SIGRTMIN; sig++)
        signal(sig, SIG_DFL);
    set_home(home);
    unsetenv("NO_COLOR");
    unsetenv("VISUAL");
    unsetenv("COLUMNS");
    unsetenv("LINES");
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("EDITOR", "true", 1);
    if (root)
        setenv("RIDGE_ROOT", root, 1);
    for (; env && *env; env++)
        putenv((char *)(size_t)*env);
    execv(bin, (char **)(size_t)argv);
    _exit(127);
}

/* A workbook that was opened before, and left at home: the first page is not shown again. */
static void open_before(const char *home)
{
    char path[4096];
    struct db *db = NULL;
    snprintf(path, sizeof path, "%s/ridge", home);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/ridge/ridge.db", home);
    if (db_open(path, DB_CREATE, &db, NULL) != DB_OK)
        return;
    json_t *left = json_pack("{s:[{s:s s:s}] s:{}}", "stack", "view", "home", "arg", "", "places"), *had = NULL;
    if (db_state_get(db, "tui", &had) != DB_OK || !had)
        db_state_put(db, "tui", left);
    json_decref(had);
    json_decref(left);
    db_close(db);
}

struct vt *vt_open(const char *home, int rows, int columns, const char *const *env)
{
    open_before(home);
    return vt_open_command(home, rows, columns, env, NULL);
}

struct vt *vt_open_command(const char *home, int rows, int columns, const char *const *env, const char *const *words)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = on_prop};
    struct vt *t = calloc(1, sizeof *t);
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!t || openpty(&t->fd, &t->slave, NULL, NULL, &size)) {
        free(t);
        return NULL;
    }
    tcgetattr(t->slave, &t->before);
    t->rows = rows;
    t->columns = columns;
    t->cursor = 1;
    t->term = vterm_new(rows, columns);
    vterm_set_utf8(t->term, 1);
    t->screen = vterm_obtain_screen(t->term);
    vterm_screen_set_callbacks(t->screen, &callbacks, t);
    vterm_screen_enable_altscreen(t->screen, 1);
    vterm_screen_reset(t->screen, 1);
    t->pid = fork();
    if (!t->pid)
        child(t, home, env, words);
    /* until somebody has the terminal, a Ctrl-C would reach nobody; a shell gives it to its job at once */
    for (int k = 0; k < 2000 && tcgetpgrp(t->fd) <= 0; k++)
        usleep(1000);
    return t;
}

void vt_close(struct vt *t)
{
    if (!t)
        return;
    if (!t->ended) {
        kill(t->pid, SIGKILL);
        waitpid(t->pid, NULL, 0);
    }
    vterm_free(t->term);
    if (t->fd >= 0)
        vt_hang_up(t);
    free(t);
}

pid_t vt_pid(const struct vt *t)
{
    return t->pid;
}

void vt_keys(struct vt *t, const char *keys)
{
    size_t n = strlen(keys);
    while (n) {
        ssize_t w = write(t->fd, keys, n);
        if (w <= 0)
            return;
        keys += w;
        n -= (size_t)w;
    }
}

void vt_hang_up(struct vt *t)
{
    close(t->slave);
    close(t->fd);
    t->fd = t->slave = -1;
}

int vt_hold(struct vt *t, const char *key)
{
    char path[64], line[64];
    long call;
    unsigned fd;
    tcflow(t->slave, TCOOFF);
    vt_keys(t, key);
    snprintf(path, sizeof path, "/proc/%d/syscall", (int)t->pid);
    for (long end = now_ms() + VT_PATIENCE_MS; now_ms() < end; usleep(1000)) {
        FILE *f = fopen(path, "r");
        int writes = f && fgets(line, sizeof line, f) && sscanf(line, "%ld %x", &call, &fd) == 2 && call == SYS_write &&
                     fd == STDOUT_FILENO;
        if (f)
            fclose(f);
        if (writes)
            return 1;
    }
    return 0;
}

void vt_let_go(struct vt *t)
{
    tcflow(t->slave, TCOON);
}

void vt_resize(struct vt *t, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    t->rows = rows;
    t->columns = columns;
    vterm_set_size(t->term, rows, columns);
    ioctl(t->fd, TIOCSWINSZ, &size);
}

/* What it draws within so long; 0: nothing came. */
static int pump_once(struct vt *t, long ms)
{
    char buf[16384];
    struct pollfd p = {t->fd, POLLIN, 0}; /* -1, hung up: poll() just waits */
    if (poll(&p, 1, ms > 0 ? (int)ms : 0) <= 0)
        return 0;
    ssize_t n = read(t->fd, buf, sizeof buf);
    if (n <= 0)
        return 0;
    vterm_input_write(t->term, buf, (size_t)n);
    size_t back = vterm_output_read(t->term, buf, sizeof buf);
    return !back || write(t->fd, buf, back) >= 0;
}

void vt_pump(struct vt *t, int ms)
{
    long end = now_ms() + ms;
    while (pump_once(t, end - now_ms()) && now_ms() < end)
        ;
}

void vt_row(struct vt *t, int row, char *ret, size_t n)
{
    VTermRect r = {row, row + 1, 0, t->columns};
    size_t len = vterm_screen_get_text(t->screen, ret, n - 1, r);
    ret[len < n - 1 ? len : n - 1] = 0;
}

int vt_shows(struct vt *t, const char *text)
{
    char row[4096];
    for (int k = 0; k < t->rows; k++) {
        vt_row(t, k, row, sizeof row);
        if (strstr(row, text))
            return 1;
    }
    return 0;
}

void vt_print(struct vt *t)
{
    char row[4096];
    fprintf(stderr, "the screen, %d by %d:\n", t->columns, t->rows);
    for (int k = 0; k < t->rows; k++) {
        vt_row(t, k, row, sizeof row);
        fprintf(stderr, "  |%s\n", row);
    }
}

int vt_wait(struct vt *t, const char *text)
{
    long end = now_ms() + VT_PATIENCE_MS;
    while (now_ms() < end) {
        vt_pump(t, 20);
        if (vt_shows(t, text))
            return 1;
    }
    fprintf(stderr, "\"%s\" did not come\n", text);
    vt_print(t);
    return 0;
}

int vt_over(struct vt *t)
{
    if (!t->ended && waitpid(t->pid, &t->status, WNOHANG) == t->pid)
        t->ended = 1;
    return t->ended;
}

int vt_end(struct vt *t)
{
    long end = now_ms() + VT_PATIENCE_MS;
    while (!t->ended && now_ms() < end) {
        vt_pump(t, 20);
        vt_over(t);
    }
    while (pump_once(t, 50)) /* all that it left, however slow we are */
        ;
    if (!t->ended)
        vt_print(t);
    return t->ended ? t->status : -1;
}

int vt_restored(struct vt *t)
{
    struct termios is;
    tcgetattr(t->slave, &is);
    int modes = is.c_iflag == t->before.c_iflag && is.c_oflag == t->before.c_oflag &&
                is.c_lflag == t->before.c_lflag && is.c_cflag == t->before.c_cflag;
    int blocks = !(fcntl(t->slave, F_GETFL) & O_NONBLOCK); /* the shell shares this flag */
    if (!modes || !blocks || t->alt || !t->cursor)
        fprintf(stderr, "modes %s, %s, %s screen, cursor %s\n", modes ? "restored" : "not restored",
                blocks ? "blocking" : "non-blocking", t->alt ? "alternate" : "main",
                t->cursor ? "shown" : "hidden");
    return modes && blocks && !t->alt && t->cursor;
}

int vt_colored(struct vt *t)
{
    for (int y = 0; y < t->rows; y++)
        for (int x = 0; x < t->columns; x++) {
            VTermScreenCell c;
            vterm_screen_get_cell(t->screen, (VTermPos){y, x}, &c);
            if (!VTERM_COLOR_IS_DEFAULT_FG(&c.fg) || !VTERM_COLOR_IS_DEFAULT_BG(&c.bg))
                return 1;
        }
    return 0;
}

int vt_is_ascii(struct vt *t)
{
    char row[4096];
    for (int k = 0; k < t->rows; k++) {
        vt_row(t, k, row, sizeof row);
        for (const char *p = row; *p; p++)
            if ((unsigned char)*p > 126)
                return 0;
    }
    return 1;
}

int vt_left_behind(void)
{
    long end = now_ms() + 3000;
    while (now_ms() < end) {
        pid_t p = waitpid(-1, NULL, WNOHANG);
        if (p < 0 && errno == ECHILD)
            return 0;
        if (!p)
            usleep(20000);
    }
    return 1;
}
