// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.os.ForeignDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {

    private final AtomicInteger made = new AtomicInteger();

    @TempDir
    private Path directory;

    private void fill(Path empty) throws IOException {
        assertThat(empty).isEmptyDirectory();
        Files.writeString(empty.resolve("file"), "content " + made.incrementAndGet());
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void lies_in_the_home_of_the_user_or_where_the_user_wants_it() {
        assertThat(UserCache.of(Map.of("XDG_CACHE_HOME", "/x")).root()).isEqualTo(Path.of("/x/interlock"));
        assertThat(UserCache.of(Map.of()).root())
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "interlock"));
    }

    @Test
    void a_directory_is_made_once() throws IOException {
        UserCache cache = new UserCache(directory.resolve("new"));

        assertThat(cache.directory("name", this::fill).resolve("file")).hasContent("content 1");
        assertThat(cache.directory("name", this::fill).resolve("file")).hasContent("content 1");
        assertThat(directory.resolve("new/name.half")).doesNotExist();
    }

    @Test
    void a_broken_directory_is_made_again_and_a_sound_one_is_left_alone() throws IOException {
        UserCache cache = new UserCache(directory);
        UserCache.Check check = made -> Files.readString(made.resolve("file")).startsWith("content");
        Path file = cache.directory("name", check, this::fill).resolve("file");
        assertThat(cache.directory("name", check, this::fill).resolve("file")).hasContent("content 1");

        Files.writeString(file, "damaged");
        assertThat(cache.directory("name", check, this::fill).resolve("file")).hasContent("content 2");

        Files.delete(file);
        assertThat(cache.directory("name", check, this::fill).resolve("file")).hasContent("content 3");
    }

    @Test
    void is_closed_to_all_other_users() throws IOException {
        UserCache cache = new UserCache(directory.resolve("new"));

        cache.directory("name", this::fill);

        ForeignDirectory.assertOnlyOurs(directory.resolve("new"));
    }

    @Test
    void a_directory_that_another_user_prepared_is_refused() throws IOException {
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        Files.writeString(Files.createDirectory(theirs.resolve("name")).resolve("file"), "planted");
        ForeignDirectory.giveAway(theirs);

        assertThatThrownBy(() -> new UserCache(theirs).directory("name", this::fill))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(theirs.toString())
                .hasMessageContaining("belongs to")
                .hasMessageContaining("XDG_CACHE_HOME");
    }

    @Test
    void a_directory_that_others_can_write_to_is_refused() throws IOException {
        Path open = ForeignDirectory.permit(Files.createDirectory(directory.resolve("open")), "rwxrwxr-x");

        assertThatThrownBy(() -> new UserCache(open).directory("name", this::fill))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("rwxrwxr-x");
    }

    @Test
    void a_link_is_refused() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("a")));

        assertThatThrownBy(() -> new UserCache(link).directory("name", this::fill))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("link");
    }

    @Test
    void a_directory_that_a_killed_process_left_half_done_is_made_again() throws IOException {
        Files.writeString(Files.createDirectory(directory.resolve("name.half")).resolve("old"), "half");

        assertThat(new UserCache(directory).directory("name", this::fill))
                .isDirectoryContaining("glob:**/file")
                .isDirectoryNotContaining("glob:**/old");
    }

    @Test
    void a_failure_leaves_nothing_and_the_next_one_tries_again() throws IOException {
        UserCache cache = new UserCache(directory);

        assertThatThrownBy(() -> cache.directory("name", empty -> {
                    fill(empty);
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(directory.resolve("name")).doesNotExist();
        assertThat(directory.resolve("name.half")).doesNotExist();
        assertThat(cache.directory("name", this::fill).resolve("file")).hasContent("content 2");
    }

    @Test
    void many_threads_make_it_once() throws Exception {
        UserCache cache = new UserCache(directory);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Path>> both = List.of(
                    threads.submit(() -> cache.directory("name", empty -> {
                        entered.countDown();
                        await(go);
                        fill(empty);
                    })),
                    threads.submit(() -> {
                        entered.await();
                        return cache.directory("name", this::fill);
                    }));
            entered.await();
            go.countDown();
            for (Future<Path> one : both) {
                assertThat(one.get().resolve("file")).hasContent("content 1");
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
