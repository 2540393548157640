// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ChildJvmTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);

    @Test
    void words_arrive_as_they_were_sent() {
        try (ChildJvm child = Answering.start("child")) {
            String[] odd = {"", "two words", "line\nend", "100 % + =", "\u00fc\u20ac"};
            assertThat(child.answer(LIMIT, child.ask("echo", odd[0], odd[1], odd[2], odd[3], odd[4])))
                    .containsExactly(odd);
            assertThat(child.answer(LIMIT, child.ask("echo"))).isEmpty();
            assertThat(child.isAlive()).isTrue();
            child.end();
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void output_of_the_program_is_not_taken_for_an_answer() {
        try (ChildJvm child = Answering.start("child")) {
            assertThat(child.answer(LIMIT, child.ask("print", "noise"))).isEmpty();
            assertThatThrownBy(() -> child.answer(LIMIT, child.ask("throw", "out of order")))
                    .hasMessageContaining("noise");
        }
    }

    @Test
    void an_exception_is_an_answer_with_its_text() {
        try (ChildJvm child = Answering.start("child")) {
            assertThatThrownBy(() -> child.answer(LIMIT, child.ask("throw", "out of order")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("child failed: java.io.IOException: out of order; its log ends:\n")
                    .hasRootCauseInstanceOf(RequestFailedException.class);
            assertThat(child.answer(LIMIT, child.ask("echo", "still here"))).containsExactly("still here");
        }
    }

    @Test
    void a_child_that_dies_ends_its_questions_with_its_log() {
        try (ChildJvm child = Answering.start("child")) {
            assertThatThrownBy(() -> child.answer(LIMIT, child.ask("die", "last words")))
                    .hasMessageStartingWith("child ended; its log ends:\n")
                    .hasMessageContaining("last words")
                    .hasRootCauseInstanceOf(ConversationEndedException.class);
            assertThatThrownBy(() -> child.answer(LIMIT, child.ask("echo"))).hasMessageStartingWith("child ended");
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void a_silent_child_is_not_waited_for_beyond_the_limit() {
        try (ChildJvm child = Answering.start("child")) {
            child.answer(LIMIT, child.ask("print", "busy"));
            assertThatThrownBy(() -> child.answer(Duration.ofSeconds(1), child.ask("nothing")))
                    .hasMessageStartingWith("child did not answer within 1 s; its log ends:\n")
                    .hasMessageContaining("busy");
        }
    }

    @Test
    void a_frozen_child_answers_once_it_continues() {
        try (ChildJvm child = Answering.start("child")) {
            child.answer(LIMIT, child.ask("echo"));
            child.freeze();
            var answer = child.ask("echo", "late");
            assertThatThrownBy(() -> child.answer(Duration.ofMillis(300), answer))
                    .hasMessageContaining("did not answer");
            child.thaw();
            assertThat(child.answer(LIMIT, answer)).containsExactly("late");
        }
    }

    @Test
    void a_child_asks_and_reports_as_well() throws InterruptedException {
        BlockingQueue<List<String>> reports = new LinkedBlockingQueue<>();
        Conversation.Listener listener = new Conversation.Listener() {
            @Override
            public void asked(Conversation.Question question) {
                question.answer(question.word(0) + "?");
            }

            @Override
            public void told(List<String> words) {
                reports.add(words);
            }
        };
        try (ChildJvm child = ChildJvm.start("child", listener, Answering.PROGRAM)) {
            assertThat(child.answer(LIMIT, child.ask("ask back", "what"))).containsExactly("what?");
            child.ask("report", "news");
            assertThat(reports.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).containsExactly("news");
        }
    }

    @Test
    void a_child_does_not_outlive_its_parent() {
        try (ChildJvm child = Answering.start("child")) {
            long pid = Long.parseLong(child.answer(LIMIT, child.ask("pid")).get(0));
            long grandchild = Long.parseLong(
                    child.answer(LIMIT, child.ask("start another")).get(0));
            assertThat(ProcessHandle.of(grandchild)).get().matches(ProcessHandle::isAlive);
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            await().atMost(LIMIT)
                    .until(() -> ProcessHandle.of(grandchild).stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
