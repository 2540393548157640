// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdExceptionFactory;
import io.grpc.Status;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of codes. */
class EtcdErrorsTest {

    private final EtcdErrors errors = new EtcdErrors("etcd at e1:2379/interlock", false);

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, true, try again",
        "PERMISSION_DENIED, false, grant the user a role",
        "UNAUTHENTICATED, false, options user and password",
        "INVALID_ARGUMENT, false, options user and password",
        "RESOURCE_EXHAUSTED, true, compact and defragment",
        "FAILED_PRECONDITION, false, authentication",
        "UNIMPLEMENTED, false, 3.4 or newer"
    })
    void a_refusal_of_the_servers_names_store_code_and_way_out(Status.Code code, boolean retryable, String wayOut) {
        EtcdFailure failure = EtcdErrors.failure(
                new CompletionException(code.toStatus().withDescription("no").asRuntimeException()));
        assertThat(errors.ofWrite("'a' not acquired", failure)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.retryable()).isEqualTo(retryable);
            assertThat(refused.cause())
                    .hasMessageStartingWith("'a' not acquired: etcd at e1:2379/interlock ")
                    .hasMessageContaining("(" + code + ": no): ")
                    .hasMessageContaining(wayOut);
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL", "ABORTED", "DATA_LOSS"})
    void a_write_without_an_answer_is_unknown_and_a_read_is_refused(Status.Code code) {
        EtcdFailure failure = new EtcdFailure(code, null);
        assertThat(errors.ofWrite("'a' not acquired", failure)).isInstanceOf(Unknown.class);
        assertThat(errors.ofRead("'a' not acquired", failure)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause())
                    .hasMessageContaining("did not answer (" + code + "): check the hosts")
                    .hasMessageEndingWith("servers that want TLS need tls=true");
        });
    }

    @Test
    void the_checks_of_an_encrypted_store_are_of_certificates() {
        assertThat(new EtcdErrors("etcd", true).unavailable("failed", new EtcdFailure(Status.Code.UNAVAILABLE, null)))
                .hasMessageContaining("cacert has the issuer");
    }

    @Test
    void the_drivers_own_exceptions_have_a_code_too() {
        Exception gone = EtcdExceptionFactory.newEtcdException(ErrorCode.NOT_FOUND, "no lease");
        assertThat(EtcdErrors.isNotFound(EtcdErrors.failure(new CompletionException(gone))))
                .isTrue();
        assertThat(EtcdErrors.failure(new CancellationException()).code()).isEqualTo(Status.Code.CANCELLED);
        assertThat(EtcdErrors.failure(new IllegalStateException("closed")))
                .hasMessage("UNKNOWN: java.lang.IllegalStateException: closed");
    }

    @Test
    void only_a_late_answer_is_worth_a_second_start() {
        assertThat(EtcdErrors.isSlow(new EtcdFailure(Status.Code.DEADLINE_EXCEEDED, null)))
                .isTrue();
        assertThat(EtcdErrors.isSlow(new EtcdFailure(Status.Code.PERMISSION_DENIED, null)))
                .isFalse();
    }

    @Test
    void words_of_others_are_masked_cut_and_plain() {
        Status status = Status.UNAVAILABLE.withDescription("http://ann:hush@h\u0007" + "x".repeat(300));
        assertThat(EtcdErrors.failure(status.asException()).getMessage())
                .doesNotContain("hush")
                .contains("***@h?")
                .hasSizeLessThan(230);
    }
}
