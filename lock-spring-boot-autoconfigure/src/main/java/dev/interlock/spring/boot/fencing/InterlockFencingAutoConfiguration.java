// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * The exchange of fencing tokens between services. Requests are checked also with {@code interlock.enabled=false}, since
 * their tokens are of other services.
 */
@AutoConfiguration
@EnableConfigurationProperties(FencingProperties.class)
final class InterlockFencingAutoConfiguration {

    /** Sends tokens by RestClient and RestTemplate. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ClientHttpRequestInterceptor.class)
    @ConditionalOnProperty(FencingProperties.DOMAIN)
    static class OfRestClient {

        @Bean
        FencingTokenInterceptor interlockFencingTokenInterceptor(FencingProperties properties) {
            return new FencingTokenInterceptor(properties.domainFor("FencingTokenInterceptor"));
        }
    }

    /** Sends tokens by WebClient. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ExchangeFilterFunction.class)
    @ConditionalOnProperty(FencingProperties.DOMAIN)
    static class OfWebClient {

        @Bean
        FencingTokenFilter interlockFencingTokenFilter(FencingProperties properties) {
            return new FencingTokenFilter(properties.domainFor("FencingTokenFilter"));
        }
    }

    /** Checks tokens on servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HandlerInterceptor.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class OfServlets {

        @Bean
        ServletGuard interlockServletGuard(FencingProperties properties, ListableBeanFactory beans) {
            return new ServletGuard(properties, beans);
        }
    }

    /** Checks tokens on WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ExchangeFilterFunction.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class OfWebFlux {

        @Bean
        WebFluxClaims interlockWebFluxClaims() {
            return new WebFluxClaims();
        }

        @Bean
        WebFluxGuard interlockWebFluxGuard(
                FencingProperties properties, ObjectProvider<RequestMappingHandlerMapping> mappings) {
            return new WebFluxGuard(properties, mappings.orderedStream().toList());
        }
    }
}
