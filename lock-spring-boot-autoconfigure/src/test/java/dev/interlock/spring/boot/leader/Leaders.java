// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import dev.interlock.Leadership;
import dev.interlock.annotation.LeadershipEnded;
import dev.interlock.annotation.LeadershipGranted;
import dev.interlock.annotation.cases.LeaderCases.Kind;
import dev.interlock.annotation.cases.LeaderLog;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;

/** The beans of the applications that {@link LeaderCasesTest} starts. */
final class Leaders {

    private Leaders() {}

    static Class<?> of(Kind kind) {
        return switch (kind) {
            case LEADS -> Leads.class;
            case FAILS -> Fails.class;
            case PLACEHOLDERS -> Placeholders.class;
            case WRONG_PARAMETER -> WrongParameter.class;
            case WRONG_MARGIN -> WrongMargin.class;
            case TWICE -> LeadsTwice.class;
        };
    }

    /** Has the log. */
    static class Listener {

        private final LeaderLog log = new LeaderLog();

        LeaderLog log() {
            return log;
        }

        @EventListener
        void on(LeadershipGranted event) {
            log.granted(event);
        }

        @EventListener
        void on(LeadershipEnded event) {
            log.ended(event);
        }
    }

    static class Leads {

        private final Listener listener;

        Leads(Listener listener) {
            this.listener = listener;
        }

        @Leader(value = "led", lease = "10s", margin = "1s")
        void lead(Leadership leadership) throws InterruptedException {
            listener.log().lead(leadership);
        }
    }

    static class Fails {

        private final Listener listener;

        Fails(Listener listener) {
            this.listener = listener;
        }

        @Leader(value = "led", lease = "10s", margin = "1s")
        void lead() {
            listener.log().fail();
        }
    }

    static class Placeholders {

        private final Listener listener;

        Placeholders(Listener listener) {
            this.listener = listener;
        }

        @Leader(value = "${test.election}", lease = "${test.lease}")
        void lead(Leadership leadership) throws InterruptedException {
            listener.log().lead(leadership);
        }
    }

    static class WrongParameter {

        @Leader("wrong")
        void lead(String name) {}
    }

    static class WrongMargin {

        @Leader(value = "wrong", margin = "1000d")
        void lead() {}
    }

    static class LeadsTwice {

        @Leader("twice")
        void one() {}

        @Leader("twice")
        void two() {}
    }

    @Lazy
    static class Lazily extends Leads {

        Lazily(Listener listener) {
            super(listener);
        }
    }

    static class PrivateLeader {

        @Leader("private")
        @SuppressWarnings("UnusedMethod")
        private void lead() {}
    }

    static class FinalLeader {

        @Leader("final")
        final void lead() {}
    }

    /** A bean with other advice. */
    @Configuration(proxyBeanMethods = false)
    static class Proxied {

        @Bean
        Job job(Listener listener) {
            ProxyFactory proxy = new ProxyFactory(new Leading(listener));
            proxy.addAdvice((MethodInterceptor) call -> {
                listener.log().call("advice");
                return call.proceed();
            });
            return (Job) proxy.getProxy();
        }
    }

    /** What a proxy of the JDK shows. */
    interface Job {

        @Leader("proxied")
        void lead(Leadership leadership) throws InterruptedException;
    }

    static class Leading implements Job {

        private final Listener listener;

        Leading(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void lead(Leadership leadership) throws InterruptedException {
            listener.log().lead(leadership);
        }
    }
}
