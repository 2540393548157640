// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what was found and what to write, instead of a stack trace, if the configuration of locks cannot work. */
final class LockConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<LockConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LockConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
